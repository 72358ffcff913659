-- A hash of the network of the sender whose text an email can contain, if that sender has no
-- account.
alter table sent_mails add column author_network text;
