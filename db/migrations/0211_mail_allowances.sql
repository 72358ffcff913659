-- The allowance that an email to an unproven address counts toward; null for a proven address
-- (docs/product/mail.md, Limits).
alter table sent_mails add column allowance text default 'shared';
