-- outside a transaction

alter table properties validate constraint properties_source_id_fkey;

drop index concurrently if exists properties_source;
create index concurrently properties_source on properties (source_id, id) where source_id is not null;
