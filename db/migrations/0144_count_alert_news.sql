-- An email shows 12 homes and says how many more there are: of one search and turn of matching only the newest 12 are
-- stored, the others counted. Rows of the release before hold all of theirs.
alter table alert_news add column more_count integer not null default 0;
