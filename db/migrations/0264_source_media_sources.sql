-- outside a transaction

-- Stores each picture's source, so that the next picture of a source and position is found with one index probe.
alter table source_media add column if not exists source_id bigint;

do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (
      select id from properties where source_id is not null and id > after_id order by id limit 500) batch;
    exit when last_id is null;
    update source_media m set source_id = p.source_id
    from properties p
    where p.id > after_id and p.id <= last_id and p.source_id is not null and m.property_id = p.id
      and m.source_id is null;
    commit;
    after_id := last_id;
  end loop;
end $$;

drop index concurrently if exists source_media_of_source;
create index concurrently source_media_of_source on source_media (source_id, position, next_try_at) where is_waiting;
drop index concurrently if exists source_media_due;
