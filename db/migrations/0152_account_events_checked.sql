-- outside a transaction
-- Checks the rows of before 0151.

alter table events validate constraint events_kind;
