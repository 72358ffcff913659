-- Limits how often a recipient is emailed about one home. email_count is the number of emails since
-- counted_since, which is at most a day ago.
alter table alert_memory
  add column email_count smallint not null default 0,
  add column counted_since timestamptz(3);
