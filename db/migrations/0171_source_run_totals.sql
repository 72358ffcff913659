-- How many rows a sync of everything is expected to read, where the source says so (docs/product/data-sources.md, Page).
alter table source_runs add column rows_expected integer;
