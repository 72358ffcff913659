-- The price history that visitors see (docs/product/listings.md, Price history). Entries have the time of the
-- change itself. An import can provide earlier prices, and say that a home left the market without being sold
-- or rented.

alter table properties add column original_price numeric(14, 2);
alter table properties add column is_off_market boolean not null default false;

-- An available listing is not off the market.
create function return_to_market() returns trigger language plpgsql as $$
begin
  new.is_off_market := false;
  return new;
end $$;

create trigger property_returns_to_market before insert or update of is_available, is_off_market on properties
  for each row when (new.is_available and new.is_off_market) execute function return_to_market();

-- A new listing with a previous price, from an import, already has a price change.
create or replace function record_property_insert() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

-- The time of a change is the new updated_at, if the statement sets it.
create or replace function record_property_update() returns trigger language plpgsql as $$
begin
  insert into property_history (property_id, change, old_value, new_value, actor_id, changed_at)
  select n.id, c.change, c.old_value, c.new_value, current_actor_id(), c.changed_at
  from new_rows n
  join old_rows o using (id)
  cross join lateral (select case when n.updated_at is distinct from o.updated_at then n.updated_at else now() end as updated_at) at_once
  cross join lateral (values
    (1, 'price', to_jsonb(o.price), to_jsonb(n.price),
      case when n.price_changed_at is distinct from o.price_changed_at then coalesce(n.price_changed_at, at_once.updated_at) else at_once.updated_at end),
    (2, 'status', to_jsonb(o.status), to_jsonb(n.status), at_once.updated_at),
    (3, 'availability', to_jsonb(o.is_available),
      case when n.is_off_market and o.is_available and not n.is_available then '"off_market"'::jsonb else to_jsonb(n.is_available) end,
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
  return null;
end $$;
