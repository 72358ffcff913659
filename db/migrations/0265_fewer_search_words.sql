-- Loads pg_trgm, which defines the setting of close_words.
select show_limit();

-- A daily job (search.forget-words) deletes words that no available listing contains, but between its runs, agents
-- can add any words. Their number is limited because it determines the cost of a misspelled search.
-- Existing words are counted only if there are new ones.
create or replace function remember_words(words text[]) returns void language plpgsql as $$
declare
  most_words constant integer := 300000;
  new_words constant text[] := array(
    select w from unnest(words) w
    where current_setting('doorstep.is_import', true) is distinct from 'on'
      and char_length(w) between 3 and 40 and w !~ '[0-9]'
      and not exists (select from search_words s where s.word = w)
    order by w
  );
begin
  if new_words = '{}' then
    return;
  end if;
  insert into search_words (word)
  select w from unnest(new_words) with ordinality as n (w, position) order by position
  limit (select greatest(0, most_words - count(*)) from (select from search_words limit most_words) known)
  on conflict do nothing;
end $$;

-- Reads at most a thousand words of each kind. Requires two common trigrams: with a threshold of 0.2, a word of three or
-- four letters was compared with every word that has the same first letter.
create or replace function close_words(misspelt text, most integer) returns setof text
  language plpgsql stable strict
  set pg_trgm.similarity_threshold = 0.2
as $$
begin
  perform set_limit(greatest(0.2, 1.01 / cardinality(show_trgm(misspelt)))::real);
  return query select word from (
    (
      select word, 0 as kind, char_length(word)::real as distance from search_words
      where word ~>=~ misspelt and word ~<~ (misspelt || U&'\+10FFFF')
      limit 1000
    )
    union all
    select word, 1, levenshtein_less_equal(word, misspelt, 2) - similarity(word, misspelt)
    from (select word from search_words where word % misspelt limit 1000) similar_words
    where levenshtein_less_equal(word, misspelt, 2) <= 2
  ) candidates
  group by word order by min(kind), min(distance), word
  limit most;
end $$;

-- Like migration 0185, but also adds the words of a listing that becomes available again.
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
    where n.publish_state = 'published' and (
      n.search is distinct from o.search or o.publish_state <> 'published' or (n.is_available and not o.is_available)
    )
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
