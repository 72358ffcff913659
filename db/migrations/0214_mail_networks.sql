-- The same of the sender whose text an email can contain, if they have no account.
alter table sent_mails add column author_network text;
