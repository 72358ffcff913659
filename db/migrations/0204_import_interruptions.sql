-- How often the process of a running import ended, so that a file that ends the process is not imported forever
-- (docs/product/import.md, In the browser).

alter table imports add column interruptions integer not null default 0;
