-- The number of rows that a full sync is expected to read, if the source reports it
-- (docs/product/data-sources.md, Page).
alter table source_runs add column rows_expected integer;
