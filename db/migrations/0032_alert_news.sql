-- outside a transaction

-- Unsent alerts are stored as one row for each search and matching run, regardless of the number of homes: an
-- import affects most searches, with dozens of homes each (decision 031). Every statement can be run again if
-- the migration is interrupted.
create table if not exists alert_news (
  id bigint generated always as identity primary key,
  -- The address in lowercase, so that two accounts with the same address are one recipient.
  recipient text not null,
  search_id bigint not null,
  due_at timestamptz(3) not null,
  -- By home ID: the reason and the previous price, such as {"12": ["price_cut", 250000]}.
  homes jsonb not null
);

create index if not exists alert_news_recipient on alert_news (recipient);
create index if not exists alert_news_search on alert_news (search_id);
create index if not exists alert_news_due on alert_news (due_at);

create or replace function delete_items_of_searches() returns trigger language plpgsql as $$
begin
  delete from alert_news i using old_rows o where i.search_id = o.id;
  return null;
end $$;

-- Deleted homes are skipped when the email is written.
drop trigger if exists property_items_deleted on properties;

drop function if exists delete_items_of_properties();

-- Moves the unsent alerts. A process of the previous release, which knows only the previous table, then fails
-- at its jobs, and one of this release runs them. If it found an empty table instead, the alerts would be
-- lost.
do $$
begin
  if to_regclass('alert_items') is null then
    return;
  end if;
  lock table alert_items in access exclusive mode;
  insert into alert_news (recipient, search_id, due_at, homes)
  select recipient, search_id, min(due_at), jsonb_object_agg(property_id::text, jsonb_build_array(reason, previous_price))
  from alert_items group by recipient, search_id;
  drop table alert_items;
end $$;
