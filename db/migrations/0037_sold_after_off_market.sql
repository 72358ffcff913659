-- A home that is off the market can be sold or rented without becoming available in between
-- (docs/product/listings.md, Price history), and the users who saved it are notified (docs/product/alerts.md,
-- Saved homes).

-- The previous state of an unavailable home, so that the email can say that it is now sold or rented.
alter table favorite_items add column was_off_market boolean not null default false;

-- As in the history: true, false (sold or rented), or "off_market".
create function availability_of(is_available boolean, is_off_market boolean) returns jsonb language sql immutable
  return case when is_off_market and not is_available then '"off_market"'::jsonb else to_jsonb(is_available) end;

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
  return null;
end $$;

-- An import cannot make a hidden home available, and trying to do so does not mark the home as sold.
create or replace function stay_hidden() returns trigger language plpgsql as $$
begin
  if exists (select from hidden_properties where property_id = new.id) then
    new.is_available := false;
    new.is_off_market := old.is_off_market;
  end if;
  return new;
end $$;

-- If a saved home stays unavailable but is no longer off the market, records that.
create or replace function note_changed_properties() returns trigger language plpgsql as $$
begin
  insert into property_changes (property_id, before)
  select n.id, to_jsonb(o) - 'search'
  from new_rows n join old_rows o using (id)
  where (n.is_available or ((o.is_available or (o.is_off_market and not n.is_off_market))
      and exists (select from favorites f where f.property_id = n.id)))
    and (to_jsonb(n) - 'updated_at' - 'search') <> (to_jsonb(o) - 'updated_at' - 'search');
  if found then
    perform add_match_job();
  end if;
  return null;
end $$;
