-- Saved searches, their alerts, and the changed listings to match with them (decision 022).

create table saved_searches (
  id bigint generated always as identity primary key,
  -- Null for an alert without an account, which has an address instead.
  user_id bigint references users (id) on delete cascade,
  email text constraint saved_searches_email_length check (char_length(email) between 3 and 254),
  name text not null constraint saved_searches_name_length check (char_length(name) between 1 and 200),
  -- The filters as entered.
  search jsonb not null,
  frequency text not null constraint saved_searches_frequency check (frequency in ('instant', 'daily', 'weekly', 'never')),
  time_zone text not null,
  -- A listing is compared with the search only if it has one of these keys; see
  -- saved-searches/search-keys.ts. Empty if the search sends no alerts.
  keys text[] not null,
  -- For an alert without an account: when its address was confirmed.
  confirmed_at timestamptz(3),
  seen_at timestamptz(3) not null,
  last_mail_at timestamptz(3),
  created_at timestamptz(3) not null,
  constraint saved_searches_owner check ((user_id is null) <> (email is null))
);

create index saved_searches_user on saved_searches (user_id, created_at desc, id desc);
create index saved_searches_address on saved_searches (lower(email)) where email is not null;
create index saved_searches_unconfirmed on saved_searches (created_at) where user_id is null and confirmed_at is null;
create index saved_searches_keys on saved_searches using gin (keys) with (fastupdate = off);

-- Whether and when a user gets alerts. Without a row, no address is confirmed, and the time zone is UTC.
create table alert_preferences (
  user_id bigint primary key references users (id) on delete cascade,
  -- The confirmed address. If the account's address differs, it is not confirmed.
  confirmed_email text,
  alerts_on_favorites boolean not null default true,
  time_zone text
);

-- Links in emails, stored as hashes.
create table alert_tokens (
  token_hash bytea primary key,
  purpose text not null constraint alert_tokens_purpose check (purpose in ('confirm', 'manage', 'unsubscribe')),
  -- The subject of the link: one search, a user's address, or all emails of one frequency to an address.
  search_id bigint references saved_searches (id) on delete cascade,
  user_id bigint references users (id) on delete cascade,
  email text,
  frequency text,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

create index alert_tokens_search on alert_tokens (search_id);
create index alert_tokens_user on alert_tokens (user_id);
create index alert_tokens_age on alert_tokens (expires_at);

-- Listings that have changed and have not been matched yet, with their previous state; null for new listings.
create table property_changes (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  before jsonb,
  changed_at timestamptz(3) not null default now()
);

-- The contents of each recipient's next alert email. Each listing occurs once, even if it matches several
-- searches.
create table alert_items (
  id bigint generated always as identity primary key,
  -- The address in lowercase, so that two accounts with the same address are one recipient.
  recipient text not null,
  search_id bigint not null references saved_searches (id) on delete cascade,
  property_id bigint not null references properties (id) on delete cascade,
  reason text not null constraint alert_items_reason check (reason in ('new', 'price_cut', 'back')),
  previous_price numeric(14, 2),
  due_at timestamptz(3) not null,
  constraint alert_items_once unique (recipient, property_id)
);

create index alert_items_search on alert_items (search_id);
create index alert_items_property on alert_items (property_id);

-- The facts that alerts have already reported to recipients: the lowest price of a listing, and when it last returned
-- to the market.
create table alert_memory (
  recipient text not null,
  property_id bigint not null references properties (id) on delete cascade,
  lowest_price numeric(14, 2) not null,
  back_at timestamptz(3),
  primary key (recipient, property_id)
);

create index alert_memory_property on alert_memory (property_id);

-- Adds the job that matches the changes. If the job queue does not exist yet, a later change adds it.
create function add_match_job() returns void language plpgsql as $$
begin
  if to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,integer,text,integer,text[],text)') is not null then
    perform graphile_worker.add_job('saved-searches.match', '{}'::json, run_at => to_timestamp(0), max_attempts => 14);
  end if;
end $$;

create function note_new_properties() returns trigger language plpgsql as $$
begin
  insert into property_changes (property_id) select id from new_rows where is_available;
  if found then
    perform add_match_job();
  end if;
  return null;
end $$;

create function note_changed_properties() returns trigger language plpgsql as $$
begin
  insert into property_changes (property_id, before)
  select n.id, to_jsonb(o) - 'search'
  from new_rows n join old_rows o using (id)
  where n.is_available and (to_jsonb(n) - 'updated_at' - 'search') <> (to_jsonb(o) - 'updated_at' - 'search');
  if found then
    perform add_match_job();
  end if;
  return null;
end $$;

create trigger property_insert_noted after insert on properties
  referencing new table as new_rows for each statement execute function note_new_properties();
create trigger property_update_noted after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function note_changed_properties();
