-- The number of times that the process of a running import ended, so that a file that crashes the
-- process is not imported repeatedly (docs/product/import.md, In the browser).

alter table imports add column interruptions integer not null default 0;
