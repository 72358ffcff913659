-- outside a transaction

-- For each operation, one statement trigger updates everything that depends on listings: the history, totals,
-- and words, and the records of what must be counted or matched later. A second one announces the change.
-- Previously, there were up to five statement triggers per operation, and one row trigger for each table that
-- stores a deleted listing's title. Every statement can be run again if the migration is interrupted. One
-- statement drops the previous triggers and creates the new ones, so that each change is processed once.

create or replace function keep_up_inserted_properties() returns trigger language plpgsql as $$
begin
  -- History, totals, and words.
  insert into property_history (property_id, change, old_value, new_value, actor_id, changed_at)
  select n.id, c.change, c.old_value, c.new_value, current_actor_id(), c.changed_at
  from new_rows n
  cross join lateral (values
    (1, 'created', null,
      jsonb_build_object('price', n.price, 'status', n.status, 'isAvailable', n.is_available, 'agentId', n.agent_id::text)
        || case when n.is_off_market then '{"isOffMarket": true}'::jsonb else '{}'::jsonb end,
      n.updated_at),
    (2, 'price', to_jsonb(n.previous_price), to_jsonb(n.price), n.price_changed_at)
  ) as c (position, change, old_value, new_value, changed_at)
  where c.change = 'created' or (n.previous_price is not null and n.price_changed_at is not null)
  order by n.id, c.position;

  insert into property_totals as t (agent_id, property_type, status, is_available, listing_count, total_price)
  select agent_id, property_type, status, is_available, count(*), sum(price)
  from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (agent_id, property_type, status, is_available)
  do update set listing_count = t.listing_count + excluded.listing_count, total_price = t.total_price + excluded.total_price;

  perform remember_words(array(select distinct w from new_rows, unnest(tsvector_to_array(search)) w));

  -- The chart of new listings.
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), count(*) from new_rows group by 1;

  -- Changes that are matched with saved searches.
  insert into property_changes (property_id) select id from new_rows where is_available;
  if found then
    perform add_match_job();
  end if;

  -- Map cells to be recalculated.
  insert into map_changes (cell)
  select distinct map_cell(latitude, longitude) from new_rows where is_available;

  -- Places to be recounted.
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(state), fold_place(city), fold_place(zip_code) from new_rows where is_available;
  return null;
end $$;

create or replace function keep_up_updated_properties() returns trigger language plpgsql as $$
begin
  -- History, totals, and words.
  insert into property_history (property_id, change, old_value, new_value, actor_id, changed_at)
  select n.id, c.change, c.old_value, c.new_value, current_actor_id(), c.changed_at
  from new_rows n
  join old_rows o using (id)
  cross join lateral (select case when n.updated_at is distinct from o.updated_at then n.updated_at else now() end as updated_at) at_once
  cross join lateral (values
    (1, 'price', to_jsonb(o.price), to_jsonb(n.price),
      case when n.price_changed_at is distinct from o.price_changed_at then coalesce(n.price_changed_at, at_once.updated_at) else at_once.updated_at end),
    (2, 'status', to_jsonb(o.status), to_jsonb(n.status), at_once.updated_at),
    (3, 'availability', availability_of(o.is_available, o.is_off_market), availability_of(n.is_available, n.is_off_market),
      at_once.updated_at)
  ) as c (position, change, old_value, new_value, changed_at)
  where c.old_value is distinct from c.new_value
  order by n.id, c.position;

  insert into property_totals as t (agent_id, property_type, status, is_available, listing_count, total_price)
  select agent_id, property_type, status, is_available, sum(step), sum(price)
  from (
    select agent_id, property_type, status, is_available, 1 as step, price from new_rows
    union all
    select agent_id, property_type, status, is_available, -1, -price from old_rows
  ) changed
  group by 1, 2, 3, 4
  having sum(step) <> 0 or sum(price) <> 0
  order by 1, 2, 3, 4
  on conflict (agent_id, property_type, status, is_available)
  do update set listing_count = t.listing_count + excluded.listing_count, total_price = t.total_price + excluded.total_price;

  perform remember_words(array(
    select distinct w from new_rows n join old_rows o using (id), unnest(tsvector_to_array(n.search)) w
    where n.search is distinct from o.search
  ));

  -- The chart of new listings.
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), sum(step) from (
    select created_at, 1 as step from new_rows
    union all
    select created_at, -1 from old_rows
  ) changed
  group by 1 having sum(step) <> 0;

  -- Changes that are matched with saved searches.
  insert into property_changes (property_id, before)
  select n.id, to_jsonb(o) - 'search'
  from new_rows n join old_rows o using (id)
  where (n.is_available or ((o.is_available or (o.is_off_market and not n.is_off_market))
      and exists (select from favorites f where f.property_id = n.id)))
    and (to_jsonb(n) - 'updated_at' - 'search') <> (to_jsonb(o) - 'updated_at' - 'search');
  if found then
    perform add_match_job();
  end if;

  -- Map cells to be recalculated.
  insert into map_changes (cell)
  select distinct map_cell(c.latitude, c.longitude)
  from new_rows n
  join old_rows o using (id)
  cross join lateral (values
    (n.latitude, n.longitude, n.is_available), (o.latitude, o.longitude, o.is_available)
  ) as c (latitude, longitude, is_available)
  where c.is_available
    and (n.latitude, n.longitude, n.is_available, n.status, n.property_type, n.price, n.city, n.state)
      is distinct from (o.latitude, o.longitude, o.is_available, o.status, o.property_type, o.price, o.city, o.state);

  -- Places to be recounted.
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(c.state), fold_place(c.city), fold_place(c.zip_code)
  from new_rows n
  join old_rows o using (id)
  cross join lateral (values
    (n.state, n.city, n.zip_code, n.is_available), (o.state, o.city, o.zip_code, o.is_available)
  ) as c (state, city, zip_code, is_available)
  where c.is_available
    and (n.state, n.city, n.zip_code, n.is_available, n.status, n.latitude, n.longitude)
      is distinct from (o.state, o.city, o.zip_code, o.is_available, o.status, o.latitude, o.longitude);
  return null;
end $$;

create or replace function keep_up_deleted_properties() returns trigger language plpgsql as $$
begin
  -- History, totals, and words.
  insert into property_history (property_id, change, old_value, actor_id)
  select id, 'deleted', jsonb_build_object('price', price, 'status', status, 'isAvailable', is_available, 'agentId', agent_id::text), current_actor_id()
  from old_rows order by id;

  update property_totals t
  set listing_count = t.listing_count - gone.listing_count, total_price = t.total_price - gone.total_price
  from (
    select agent_id, property_type, status, is_available, count(*) as listing_count, sum(price) as total_price
    from old_rows group by 1, 2, 3, 4
  ) gone
  where (t.agent_id, t.property_type, t.status, t.is_available) = (gone.agent_id, gone.property_type, gone.status, gone.is_available);

  -- The chart of new listings.
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), -count(*) from old_rows group by 1;

  -- Map cells to be recalculated.
  insert into map_changes (cell)
  select distinct map_cell(latitude, longitude) from old_rows where is_available;

  -- Places to be recounted.
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(state), fold_place(city), fold_place(zip_code) from old_rows where is_available;
  return null;
end $$;

-- Inquiries and reports remain after their listing is deleted.
create or replace function leave_title() returns trigger language plpgsql as $$
begin
  update inquiries set property_title = old.title, property_price = old.price, property_id = null
  where property_id = old.id;
  update reports set property_title = old.title, property_id = null where property_id = old.id;
  return old;
end $$;

do $$
begin
  drop trigger if exists property_insert_counted on properties;
  drop trigger if exists property_insert_noted on properties;
  drop trigger if exists property_insert_mapped on properties;
  drop trigger if exists property_insert_placed on properties;
  drop trigger if exists property_update_counted on properties;
  drop trigger if exists property_update_noted on properties;
  drop trigger if exists property_update_mapped on properties;
  drop trigger if exists property_update_placed on properties;
  drop trigger if exists property_delete_counted on properties;
  drop trigger if exists property_delete_mapped on properties;
  drop trigger if exists property_delete_placed on properties;
  drop trigger if exists property_leaves_title_to_reports on properties;
  create or replace trigger property_inserted after insert on properties
    referencing new table as new_rows for each statement execute function keep_up_inserted_properties();
  create or replace trigger property_updated after update on properties
    referencing old table as old_rows new table as new_rows for each statement execute function keep_up_updated_properties();
  create or replace trigger property_deleted after delete on properties
    referencing old table as old_rows for each statement execute function keep_up_deleted_properties();
  create or replace trigger property_leaves_title before delete on properties
    for each row execute function leave_title();
end $$;

drop function if exists record_property_insert();
drop function if exists record_property_update();
drop function if exists record_property_delete();
drop function if exists count_property_insert();
drop function if exists count_property_update();
drop function if exists count_property_delete();
drop function if exists note_new_properties();
drop function if exists note_changed_properties();
drop function if exists note_map_insert();
drop function if exists note_map_update();
drop function if exists note_map_delete();
drop function if exists note_place_insert();
drop function if exists note_place_update();
drop function if exists note_place_delete();
drop function if exists leave_title_to_inquiries();
drop function if exists leave_title_to_reports();
