-- A hash of the mailbox of an author with a proven address (docs/product/mail.md, Limits).
alter table sent_mails add column author_mailbox text;
