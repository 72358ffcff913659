-- outside a transaction
-- Validates rows from before 0151.

alter table events validate constraint events_kind;
