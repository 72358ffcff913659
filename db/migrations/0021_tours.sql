-- Tours: when agents are available, and who visits which home at what time (docs/product/tours.md).

-- Required by the constraint of tours. A role without permission to create it gets a message that explains
-- the solution.
do $$
begin
  if not exists (select from pg_extension where extname = 'btree_gist') then
    create extension btree_gist;
  end if;
exception when insufficient_privilege then
  raise exception 'the role % may not create the extension btree_gist. Run "create extension btree_gist" in this database once, as its owner or a superuser.', current_user;
end $$;

-- An agent without a row does not offer tours.
create table tour_hours (
  agent_id bigint primary key references users (id) on delete cascade,
  is_enabled boolean not null,
  mode text not null constraint tour_hours_mode check (mode in ('instant', 'request')),
  time_zone text not null,
  slot_minutes smallint not null constraint tour_hours_slot_minutes check (slot_minutes in (15, 30, 45, 60, 90, 120)),
  notice_hours smallint not null constraint tour_hours_notice_hours check (notice_hours between 0 and 168),
  days_ahead smallint not null constraint tour_hours_days_ahead check (days_ahead between 1 and 60),
  -- [{ day, from, to }], as in the API.
  weekly jsonb not null,
  updated_at timestamptz(3) not null default now()
);

-- Every listing shows whether its agent offers tours.
create trigger tour_hours_change_announced after insert or update or delete on tour_hours
  for each statement execute function announce_change();

-- A tour remains after its home, with the home's title, price, and address, and after the accounts of both
-- parties.
create table tours (
  id bigint generated always as identity primary key,
  property_id bigint references properties (id) on delete set null,
  property_title text not null,
  property_price numeric(14, 2) not null,
  property_address text not null,
  agent_id bigint references users (id) on delete set null,
  -- Null for a visitor without an account.
  visitor_id bigint references users (id) on delete set null,
  name text not null constraint tours_name_length check (char_length(name) between 1 and 200),
  -- Null once the visitor's account is deleted.
  email text constraint tours_email_length check (char_length(email) between 3 and 254),
  phone text constraint tours_phone_length check (char_length(phone) between 1 and 30),
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  -- The agent's time zone at the time of booking.
  time_zone text not null,
  status text not null constraint tours_status check (status in ('requested', 'booked', 'declined', 'canceled')),
  -- The sequence number and UID of its calendar entry (RFC 5545, 3.8.4.7 and 3.8.7.4).
  calendar_uid uuid not null default gen_random_uuid(),
  calendar_sequence integer not null default 0,
  -- Whether it was ever confirmed, and is therefore in calendars.
  is_in_calendars boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint tours_end_after_start check (end_at > start_at),
  -- An agent has at most one tour at a time, even with concurrent bookings.
  constraint tours_one_at_a_time exclude using gist (agent_id with =, tstzrange(start_at, end_at) with &&)
    where (status in ('requested', 'booked'))
);

create index tours_agent on tours (agent_id, start_at, id);
create index tours_visitor on tours (visitor_id, start_at desc, id desc);
create index tours_property on tours (property_id);

-- The links that visitors received in the browser or by email, as SHA-256 hashes.
create table tour_tokens (
  token_hash bytea primary key,
  tour_id bigint not null references tours (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index tour_tokens_tour on tour_tokens (tour_id);
