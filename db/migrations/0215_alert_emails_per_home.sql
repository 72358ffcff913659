-- Limits how often a recipient is emailed about one home: the number of emails since a time that is
-- at most a day ago.
alter table alert_memory
  add column email_count smallint not null default 0,
  add column counted_since timestamptz(3);
