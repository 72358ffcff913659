-- The view of public listings, and triggers that ignore listings until they are published (decision
-- 036).

-- Every public read uses this view instead of the table. Available listings are always published
-- (constraint properties_available). Repeating this in the condition lets the indexes on available
-- listings imply it, so index-only scans remain possible.
create view public_properties as
select id, agent_id, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms, bathrooms,
  sqft, property_type, status, is_available, created_at, updated_at, search, year_built, lot_sqft, stories, parking_spaces,
  hoa_fee, tax_annual, features, pets, furnished, available_from, lease_months, deposit, virtual_tour_url, previous_price,
  price_changed_at, original_price, is_off_market, is_under_contract, mls_number, attribution,
  -- Only for the agent and admins.
  'published'::text as publish_state, null::timestamptz(3) as publish_at, null::date as expires_on, null::text as review_reason
from properties
where is_available or publish_state = 'published';

-- Visitors cannot see a listing before it is published, so earlier changes are not recorded as
-- changes.
create or replace function note_price_change() returns trigger language plpgsql as $$
begin
  if old.status is distinct from new.status or old.publish_state <> 'published' then
    new.previous_price := null;
    new.price_changed_at := null;
  elsif new.price_changed_at is not distinct from old.price_changed_at then
    new.previous_price := old.price;
    new.price_changed_at := case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end;
  end if;
  return new;
end $$;

create function leave_contract() returns trigger language plpgsql as $$
begin
  new.is_under_contract := false;
  return new;
end $$;

-- Runs after property_stays_hidden, because triggers run in the order of their names.
create trigger property_under_contract before update on properties
  for each row when (new.is_under_contract and old.is_available and not new.is_available) execute function leave_contract();

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
    (2, 'price', to_jsonb(n.previous_price), to_jsonb(n.price), n.price_changed_at),
    (3, 'contract', to_jsonb(false), to_jsonb(true), n.updated_at)
  ) as c (position, change, old_value, new_value, changed_at)
  where n.publish_state = 'published' and case c.change
    when 'price' then n.previous_price is not null and n.price_changed_at is not null
    when 'contract' then n.is_under_contract
    else true end
  order by n.id, c.position;

  insert into property_totals as t (agent_id, property_type, status, is_available, listing_count, total_price)
  select agent_id, property_type, status, is_available, count(*), sum(price)
  from new_rows where publish_state = 'published' group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (agent_id, property_type, status, is_available)
  do update set listing_count = t.listing_count + excluded.listing_count, total_price = t.total_price + excluded.total_price;

  perform remember_words(array(
    select distinct w from new_rows, unnest(tsvector_to_array(search)) w where publish_state = 'published'
  ));

  -- The chart of new listings.
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), count(*) from new_rows where publish_state = 'published' group by 1;

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
  -- History, totals, and words. Publication counts as the creation of a listing.
  insert into property_history (property_id, change, old_value, new_value, actor_id, changed_at)
  select n.id, c.change, c.old_value, c.new_value, current_actor_id(), c.changed_at
  from new_rows n
  join old_rows o using (id)
  cross join lateral (select case when n.updated_at is distinct from o.updated_at then n.updated_at else now() end as updated_at) at_once
  cross join lateral (values
    (1, 'created', null,
      jsonb_build_object('price', n.price, 'status', n.status, 'isAvailable', n.is_available, 'agentId', n.agent_id::text),
      n.created_at),
    (2, 'price', to_jsonb(o.price), to_jsonb(n.price),
      case when n.price_changed_at is distinct from o.price_changed_at then coalesce(n.price_changed_at, at_once.updated_at) else at_once.updated_at end),
    (3, 'status', to_jsonb(o.status), to_jsonb(n.status), at_once.updated_at),
    (4, 'availability', availability_of(o.is_available, o.is_off_market), availability_of(n.is_available, n.is_off_market),
      at_once.updated_at),
    (5, 'contract', to_jsonb(o.is_under_contract), to_jsonb(n.is_under_contract), at_once.updated_at)
  ) as c (position, change, old_value, new_value, changed_at)
  where n.publish_state = 'published' and case
    when c.change = 'created' then o.publish_state <> 'published'
    -- A home that is no longer available is sold, rented, or off the market, but not back on the
    -- market.
    when c.change = 'contract' then n.is_available and c.old_value <> c.new_value
    else o.publish_state = 'published' and c.old_value is distinct from c.new_value end
  order by n.id, c.position;

  insert into property_totals as t (agent_id, property_type, status, is_available, listing_count, total_price)
  select agent_id, property_type, status, is_available, sum(step), sum(price)
  from (
    select agent_id, property_type, status, is_available, 1 as step, price from new_rows where publish_state = 'published'
    union all
    select agent_id, property_type, status, is_available, -1, -price from old_rows where publish_state = 'published'
  ) changed
  group by 1, 2, 3, 4
  having sum(step) <> 0 or sum(price) <> 0
  order by 1, 2, 3, 4
  on conflict (agent_id, property_type, status, is_available)
  do update set listing_count = t.listing_count + excluded.listing_count, total_price = t.total_price + excluded.total_price;

  perform remember_words(array(
    select distinct w from new_rows n join old_rows o using (id), unnest(tsvector_to_array(n.search)) w
    where n.publish_state = 'published' and (n.search is distinct from o.search or o.publish_state <> 'published')
  ));

  -- The chart of new listings.
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), sum(step) from (
    select created_at, 1 as step from new_rows where publish_state = 'published'
    union all
    select created_at, -1 from old_rows where publish_state = 'published'
  ) changed
  group by 1 having sum(step) <> 0;

  -- Changes that are matched with saved searches, except those that only the agent can see.
  insert into property_changes (property_id, before)
  select n.id, case when o.publish_state = 'published' then to_jsonb(o) - 'search' end
  from new_rows n join old_rows o using (id)
  where (n.is_available or ((o.is_available or (o.is_off_market and not n.is_off_market))
      and exists (select from favorites f where f.property_id = n.id)))
    and (to_jsonb(n) - '{updated_at,search,expires_on,expiry_noticed_for}'::text[])
      <> (to_jsonb(o) - '{updated_at,search,expires_on,expiry_noticed_for}'::text[]);
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
  from old_rows where publish_state = 'published' order by id;

  update property_totals t
  set listing_count = t.listing_count - gone.listing_count, total_price = t.total_price - gone.total_price
  from (
    select agent_id, property_type, status, is_available, count(*) as listing_count, sum(price) as total_price
    from old_rows where publish_state = 'published' group by 1, 2, 3, 4
  ) gone
  where (t.agent_id, t.property_type, t.status, t.is_available) = (gone.agent_id, gone.property_type, gone.status, gone.is_available);

  -- The chart of new listings.
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), -count(*) from old_rows where publish_state = 'published' group by 1;

  -- Map cells to be recalculated.
  insert into map_changes (cell)
  select distinct map_cell(latitude, longitude) from old_rows where is_available;

  -- Places to be recounted.
  insert into place_changes (state_key, city_key, zip_key)
  select distinct fold_state(state), fold_place(city), fold_place(zip_code) from old_rows where is_available;
  return null;
end $$;

-- Changes to unpublished listings are not announced because visitors cannot see them.
create or replace function announce_property_insert() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows where publish_state = 'published') then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_property_update() returns trigger language plpgsql as $$
begin
  if exists (
    select from new_rows n join old_rows o using (id)
    where n is distinct from o and 'published' in (n.publish_state, o.publish_state)
  ) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_property_delete() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows where publish_state = 'published') then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_picture_insert() returns trigger language plpgsql as $$
begin
  if exists (select from new_rows n join public_properties p on p.id = n.property_id) then
    perform announce_anything();
  end if;
  return null;
end $$;

create or replace function announce_picture_update() returns trigger language plpgsql as $$
begin
  if exists (
    select from (select * from new_rows except select * from old_rows) n join public_properties p on p.id = n.property_id
  ) then
    perform announce_anything();
  end if;
  return null;
end $$;

-- Deleting a listing sends one announcement, which includes its pictures.
create or replace function announce_picture_delete() returns trigger language plpgsql as $$
begin
  if exists (select from old_rows o join public_properties p on p.id = o.property_id) then
    perform announce_anything();
  end if;
  return null;
end $$;
