-- An email shows 12 homes and the number of others. For each search and matching run, only the
-- newest 12 homes are stored, and the others are counted. Rows from the previous release contain
-- all of their homes.
alter table alert_news add column more_count integer not null default 0;
