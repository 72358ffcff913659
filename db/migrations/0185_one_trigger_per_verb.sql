-- One trigger per operation and table updates everything that depends on listings: the cache, the
-- events of other systems, history, totals, words, the chart, saved searches, the map, places, and
-- webhooks, in the order of the previous triggers.
create function has_listing_webhooks() returns boolean language sql stable as $$
  select exists (
    select from webhooks
    where is_enabled and events && array['listing.published', 'listing.updated', 'listing.unavailable']
  )
$$;

create or replace function keep_up_inserted_properties() returns trigger language plpgsql as $$
begin
  -- Announces a change that visitors can see (docs/decisions/034-response-cache.md).
  if exists (select from new_rows where publish_state = 'published') then
    perform announce_anything();
  end if;

  -- Events for other systems that replicate listings.
  insert into entity_events (resource, record_key)
  select 'Property', id from new_rows where publish_state = 'published' order by id;

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
  select distinct fold_state(state), fold_place(city), fold_zip(zip_code) from new_rows where is_available;

  -- Webhooks.
  if has_listing_webhooks() then
    insert into webhook_events (type, subject_id)
    select 'listing.published', id from new_rows where publish_state = 'published' and is_available
    on conflict (subject_id, transaction_id) where type like 'listing.%' do nothing;
    if found then
      perform add_webhook_job();
    end if;
  end if;
  return null;
end $$;

create or replace function keep_up_updated_properties() returns trigger language plpgsql as $$
begin
  -- Announces a change that visitors can see (docs/decisions/034-response-cache.md).
  if exists (
    select from new_rows n join old_rows o using (id)
    where n is distinct from o and 'published' in (n.publish_state, o.publish_state)
  ) then
    perform announce_anything();
  end if;

  -- Events for other systems that replicate listings.
  insert into entity_events (resource, record_key)
  select 'Property', n.id from new_rows n join old_rows o using (id)
  where n is distinct from o and 'published' in (n.publish_state, o.publish_state) order by n.id;

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
  select distinct fold_state(c.state), fold_place(c.city), fold_zip(c.zip_code)
  from new_rows n
  join old_rows o using (id)
  cross join lateral (values
    (n.state, n.city, n.zip_code, n.is_available), (o.state, o.city, o.zip_code, o.is_available)
  ) as c (state, city, zip_code, is_available)
  where c.is_available
    and (n.state, n.city, n.zip_code, n.is_available, n.status, n.latitude, n.longitude)
      is distinct from (o.state, o.city, o.zip_code, o.is_available, o.status, o.latitude, o.longitude);

  -- Webhooks.
  if has_listing_webhooks() then
    insert into webhook_events as e (type, subject_id)
    select case
        when o.publish_state <> 'published' then 'listing.published'
        when o.is_available and not n.is_available then 'listing.unavailable'
        else 'listing.updated' end, n.id
    from new_rows n join old_rows o using (id)
    where n.publish_state = 'published' and (to_jsonb(n) - 'search') <> (to_jsonb(o) - 'search')
    -- A listing that is published and changed in one transaction has only the event for its
    -- publication.
    on conflict (subject_id, transaction_id) where type like 'listing.%'
    do update set type = excluded.type where excluded.type <> 'listing.updated';
    if found then
      perform add_webhook_job();
    end if;
  end if;
  return null;
end $$;

create or replace function keep_up_deleted_properties() returns trigger language plpgsql as $$
begin
  -- Announces a change that visitors can see (docs/decisions/034-response-cache.md).
  if exists (select from old_rows where publish_state = 'published') then
    perform announce_anything();
  end if;

  -- Events for other systems that replicate listings.
  insert into entity_events (resource, record_key)
  select 'Property', id from old_rows where publish_state = 'published' order by id;

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
  select distinct fold_state(state), fold_place(city), fold_zip(zip_code) from old_rows where is_available;
  return null;
end $$;

-- Runs before the deletion, while the listing still has its pictures and its agent.
create or replace function leave_title() returns trigger language plpgsql as $$
begin
  if old.publish_state = 'published' and is_webhook_event('listing.deleted') then
    insert into webhook_events (type, subject_id, stored)
    values ('listing.deleted', old.id, stored_listing(old))
    on conflict (subject_id, transaction_id) where type like 'listing.%'
    do update set type = excluded.type, stored = excluded.stored;
    perform add_webhook_job();
  end if;
  update inquiries set property_title = old.title, property_price = old.price, property_id = null
  where property_id = old.id;
  update reports set property_title = old.title, property_id = null where property_id = old.id;
  return old;
end $$;

drop trigger property_insert_announced on properties;
drop trigger property_update_announced on properties;
drop trigger property_delete_announced on properties;
drop trigger property_insert_event on properties;
drop trigger property_update_event on properties;
drop trigger property_delete_event on properties;
drop trigger property_inserted_for_webhooks on properties;
drop trigger property_updated_for_webhooks on properties;
drop trigger property_deleted_for_webhooks on properties;
drop function announce_property_insert, announce_property_update, announce_property_delete, note_property_events,
  note_listings_for_webhooks, note_deleted_listing_for_webhooks;
