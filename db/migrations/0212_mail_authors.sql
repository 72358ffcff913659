-- The account whose text an email can contain (docs/product/mail.md, Limits).
alter table sent_mails add column author_id bigint;
