-- outside a transaction
-- Validates rows from before 0116.

alter table events validate constraint events_kind;
