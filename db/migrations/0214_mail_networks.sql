-- A hash of the network of the sender whose text an email can contain (docs/product/mail.md, Limits).
alter table sent_mails add column author_network text;
