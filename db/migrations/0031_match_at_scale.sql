-- outside a transaction

-- Changed listings meet very many saved searches (decision 031). Every statement can be run again, should the file break
-- off.

-- The filters as they were checked, in the form that listings are compared with; null for searches of an older release,
-- which are checked again. A migration that changes this form sets them to null.
alter table saved_searches add column if not exists filters json;

-- What is due at one time becomes jobs at that time.
drop index concurrently if exists alert_items_due;
create index concurrently alert_items_due on alert_items (due_at);

-- Changes are matched one job after the other: two at once would compare the same ones.
create or replace function add_match_job() returns void language plpgsql as $$
begin
  if to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,integer,text,integer,text[],text)') is not null then
    perform graphile_worker.add_job('saved-searches.match', '{}'::json, queue_name => 'saved-searches.match',
      run_at => to_timestamp(0), max_attempts => 14);
  end if;
end $$;

-- The foreign keys of an item cost as much as the rest of it: they lock what it names. What is deleted takes its items
-- along all the same; one that comes in at that moment is nobody's, and goes after two days.
create or replace function delete_items_of_searches() returns trigger language plpgsql as $$
begin
  delete from alert_items i using old_rows o where i.search_id = o.id;
  return null;
end $$;

create or replace function delete_items_of_properties() returns trigger language plpgsql as $$
begin
  delete from alert_items i using old_rows o where i.property_id = o.id;
  return null;
end $$;

drop trigger if exists saved_search_items_deleted on saved_searches;

create trigger saved_search_items_deleted after delete on saved_searches
  referencing old table as old_rows for each statement execute function delete_items_of_searches();

drop trigger if exists property_items_deleted on properties;

create trigger property_items_deleted after delete on properties
  referencing old table as old_rows for each statement execute function delete_items_of_properties();

alter table alert_items drop constraint if exists alert_items_search_id_fkey,
  drop constraint if exists alert_items_property_id_fkey;
