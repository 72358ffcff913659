-- outside a transaction

-- Matches changed listings with many saved searches (decision 031). Every statement can be run again if the
-- migration is interrupted.

-- The validated filters, in the form that listings are compared with; null for searches of an earlier
-- release, which are validated again. A migration that changes this form sets them to null.
alter table saved_searches add column if not exists filters json;

-- Finds the alerts that are due at a given time, to queue an email job for each recipient.
drop index concurrently if exists alert_items_due;
create index concurrently alert_items_due on alert_items (due_at);

-- Changes are matched by one job at a time: concurrent jobs would compare the same ones.
create or replace function add_match_job() returns void language plpgsql as $$
begin
  if to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,integer,text,integer,text[],text)') is not null then
    perform graphile_worker.add_job('saved-searches.match', '{}'::json, queue_name => 'saved-searches.match',
      run_at => to_timestamp(0), max_attempts => 14);
  end if;
end $$;

-- Checking an item's foreign keys costs as much as the rest of the insertion, because it locks the referenced
-- rows. Deleting a search or listing still deletes its items. An item added at that moment belongs to
-- nothing, and is deleted after two days.
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
