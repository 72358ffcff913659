-- The first schema: users, listings and their pictures, messages, and the tables for search and statistics.
-- Runs on PostgreSQL 15 and later. The limits of each table repeat those of src/shared/limits.ts, so that
-- they hold however data is written.

create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists fuzzystrmatch;
create extension if not exists btree_gin;

-- ----------------------------------------------------------------------------------------------- users

create table users (
  id bigint generated always as identity primary key,
  name text not null constraint users_name_length check (char_length(name) between 1 and 200),
  email text not null constraint users_email_length check (char_length(email) between 3 and 254),
  role text not null constraint users_role check (role in ('user', 'agent', 'admin')),
  password_hash text not null,
  avatar_key text,
  is_demo boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create unique index users_email_key on users (lower(email));
create index users_newest on users (created_at desc, id desc);
create index users_role_newest on users (role, created_at desc, id desc);
create index users_role_name on users (role, lower(name), id);

-- Only the SHA-256 hash of a token is stored, so this table does not let anyone sign in.
create table sessions (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references users (id) on delete cascade,
  email text not null,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);

create index password_resets_user on password_resets (user_id, created_at);

-- -------------------------------------------------------------------------------------------- listings

-- unaccent() itself is only STABLE because its dictionary could be changed. This function names the
-- dictionary that comes with it, so that generated columns can use it.
create function fold_accents(input text) returns text
  language sql immutable strict parallel safe
  return public.unaccent('public.unaccent', input);

-- The form of text that the search compares: without accents, case, and ASCII punctuation. Otherwise,
-- "downtown.Close to" would be parsed as a host name and not be found by any of its words.
create function fold_text(input text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(lower(fold_accents(input)), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g');

-- Users are found by any part of their name or email address.
create index users_name_trgm on users using gin (fold_text(name) gin_trgm_ops);
create index users_email_trgm on users using gin (lower(email) gin_trgm_ops);

create table properties (
  id bigint generated always as identity primary key,
  agent_id bigint not null references users (id) on delete cascade,
  listing_key text,
  title text not null constraint properties_title_length check (char_length(title) between 5 and 200),
  description text not null constraint properties_description_length check (char_length(description) between 20 and 20000),
  price numeric(14, 2) not null constraint properties_price check (price between 0 and 100000000000),
  address text not null constraint properties_address_length check (char_length(address) between 5 and 200),
  city text not null constraint properties_city_length check (char_length(city) between 2 and 200),
  state text not null constraint properties_state_length check (char_length(state) between 2 and 200),
  zip_code text not null constraint properties_zip_code_length check (char_length(zip_code) between 3 and 200),
  latitude double precision not null constraint properties_latitude check (latitude between -90 and 90),
  longitude double precision not null constraint properties_longitude check (longitude between -180 and 180),
  bedrooms smallint not null constraint properties_bedrooms check (bedrooms between 0 and 100),
  bathrooms smallint not null constraint properties_bathrooms check (bathrooms between 0 and 100),
  sqft integer not null constraint properties_sqft check (sqft between 0 and 10000000),
  property_type text not null constraint properties_property_type check (property_type in ('House', 'Apartment', 'Condo')),
  status text not null constraint properties_status check (status in ('For Sale', 'For Rent')),
  is_available boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search tsvector not null generated always as (
    setweight(to_tsvector('simple', fold_text(title)), 'A')
    || setweight(to_tsvector('simple', fold_text(address || ' ' || city || ' ' || state || ' ' || zip_code)), 'B')
    || setweight(to_tsvector('simple', fold_text(description)), 'C')
  ) stored
);

create unique index properties_listing_key on properties (listing_key) where listing_key is not null;

-- Indexes for browsing: the sort key first, then the filtered columns, so that a filtered page reads one
-- index from its start, and a search without results never reads the table. Partial on availability, so
-- statements must repeat that condition literally.
create index properties_newest on properties (created_at desc, id desc, status, property_type, bedrooms, price) where is_available;
create index properties_status_price on properties (status, price, id, property_type, bedrooms) where is_available;
create index properties_price on properties (price, id, property_type, bedrooms, status) where is_available;
create index properties_filter on properties (status, property_type, bedrooms, price) where is_available;
create index properties_agent_available on properties (agent_id, created_at desc, id desc) where is_available;
create index properties_position on properties (latitude, longitude) where is_available;
create index properties_search on properties using gin (status, property_type, search) with (fastupdate = off) where is_available;
-- The lists of agents and admins include every listing.
create index properties_agent on properties (agent_id, created_at desc, id desc);
create index properties_all_newest on properties (created_at desc, id desc, status, is_available);
create index properties_all_search on properties using gin (search) with (fastupdate = off);

create table property_images (
  id bigint generated always as identity primary key,
  property_id bigint not null references properties (id) on delete cascade,
  position integer not null,
  key text not null,
  width integer not null,
  height integer not null,
  placeholder text not null,
  created_at timestamptz(3) not null default now(),
  constraint property_images_position unique (property_id, position) deferrable initially deferred,
  constraint property_images_key unique (property_id, key)
);

create index property_images_by_key on property_images (key);

-- The history of changes: who changed what, and when. Without foreign keys because it outlives the listing
-- and the user.
create table property_history (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  change text not null constraint property_history_change check (change in ('created', 'price', 'status', 'availability', 'deleted')),
  old_value jsonb,
  new_value jsonb,
  actor_id bigint,
  changed_at timestamptz(3) not null default now()
);

create index property_history_property on property_history (property_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create trigger property_history_append_only
  before update or delete or truncate on property_history
  for each statement execute function refuse_change();

-- The number and total value of each agent's listings by kind. The list of agents, the statistics, and
-- unfiltered counts read this table instead of the listings.
create table property_totals (
  agent_id bigint not null references users (id) on delete cascade,
  property_type text not null,
  status text not null,
  is_available boolean not null,
  listing_count bigint not null,
  total_price numeric not null,
  primary key (agent_id, property_type, status, is_available)
);

-- Every word in a listing, for spelling suggestions. A word stays after its last listing is deleted. That
-- does no harm, because a suggestion is used only if an available listing contains it.
create table search_words (
  word text primary key
);

create index search_words_trgm on search_words using gin (word gin_trgm_ops);
create index search_words_prefix on search_words (word text_pattern_ops);

-- Returns the signed-in user of the current transaction, or null for commands such as the import.
create function current_actor_id() returns bigint language sql stable
  return nullif(current_setting('doorstep.actor_id', true), '')::bigint;

create function record_property_insert() returns trigger language plpgsql as $$
begin
  insert into property_history (property_id, change, new_value, actor_id)
  select id, 'created', jsonb_build_object('price', price, 'status', status, 'isAvailable', is_available, 'agentId', agent_id::text), current_actor_id()
  from new_rows order by id;

  insert into property_totals as t (agent_id, property_type, status, is_available, listing_count, total_price)
  select agent_id, property_type, status, is_available, count(*), sum(price)
  from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (agent_id, property_type, status, is_available)
  do update set listing_count = t.listing_count + excluded.listing_count, total_price = t.total_price + excluded.total_price;

  perform remember_words(array(select distinct w from new_rows, unnest(tsvector_to_array(search)) w));
  return null;
end $$;

create function record_property_update() returns trigger language plpgsql as $$
begin
  insert into property_history (property_id, change, old_value, new_value, actor_id)
  select n.id, c.change, c.old_value, c.new_value, current_actor_id()
  from new_rows n
  join old_rows o using (id)
  cross join lateral (values
    (1, 'price', to_jsonb(o.price), to_jsonb(n.price)),
    (2, 'status', to_jsonb(o.status), to_jsonb(n.status)),
    (3, 'availability', to_jsonb(o.is_available), to_jsonb(n.is_available))
  ) as c (position, change, old_value, new_value)
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

create function record_property_delete() returns trigger language plpgsql as $$
begin
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
  return null;
end $$;

-- Sorted, so that two transactions with the same new words wait for each other instead of deadlocking.
create function remember_words(words text[]) returns void language sql as $$
  insert into search_words (word)
  select w from unnest(words) w
  where char_length(w) between 3 and 40 and w !~ '[0-9]'
    and not exists (select from search_words s where s.word = w)
  order by w
  on conflict do nothing
$$;

create trigger property_inserted after insert on properties
  referencing new table as new_rows for each statement execute function record_property_insert();
create trigger property_updated after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function record_property_update();
create trigger property_deleted after delete on properties
  referencing old table as old_rows for each statement execute function record_property_delete();

-- Returns words similar to a misspelled one, best first: words that begin with it, and then words within an
-- edit distance of two, by similarity.
create function close_words(misspelt text, most integer) returns setof text
  language sql stable strict
  set pg_trgm.similarity_threshold = 0.2
as $$
  select word from (
    select word, 0 as kind, char_length(word)::real as distance from search_words
    where word ~>=~ misspelt and word ~<~ (misspelt || U&'\+10FFFF')
    union all
    select word, 1, levenshtein_less_equal(word, misspelt, 2) - similarity(word, misspelt)
    from search_words
    where word % misspelt and levenshtein_less_equal(word, misspelt, 2) <= 2
  ) candidates
  group by word order by min(kind), min(distance), word
  limit most
$$;

-- -------------------------------------------------------------------------------------------- messages

create table contact_messages (
  id bigint generated always as identity primary key,
  name text not null constraint contact_messages_name_length check (char_length(name) between 2 and 200),
  email text not null constraint contact_messages_email_length check (char_length(email) between 3 and 254),
  subject text not null constraint contact_messages_subject_length check (char_length(subject) between 5 and 200),
  message text not null constraint contact_messages_message_length check (char_length(message) between 10 and 20000),
  is_read boolean not null default false,
  created_at timestamptz(3) not null default now()
);

create index contact_messages_newest on contact_messages (created_at desc, id desc);
create index contact_messages_unread on contact_messages (id) where not is_read;

-- ---------------------------------------------------------------------------------------------- limits

-- The table that rate-limiter-flexible expects.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

-- Values of this installation, such as a secret that only it knows.
create table installation (
  name text primary key,
  value jsonb not null
);
