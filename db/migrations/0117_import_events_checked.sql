-- outside a transaction
-- Checks the rows of before 0116.

alter table events validate constraint events_kind;
