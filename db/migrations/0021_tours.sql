-- Tours: when agents can be met, and who comes to see which home at what time (docs/product/tours.md).

-- For the constraint of tours. A role that may not create it gets a line that names the way out.
do $$
begin
  if not exists (select from pg_extension where extname = 'btree_gist') then
    create extension btree_gist;
  end if;
exception when insufficient_privilege then
  raise exception 'the role % may not create the extension btree_gist. Run "create extension btree_gist" in this database once, as its owner or a superuser.', current_user;
end $$;

-- An agent without a row takes no tours.
create table tour_hours (
  agent_id bigint primary key references users (id) on delete cascade,
  is_enabled boolean not null,
  mode text not null constraint tour_hours_mode check (mode in ('instant', 'request')),
  time_zone text not null,
  slot_minutes smallint not null constraint tour_hours_slot_minutes check (slot_minutes in (15, 30, 45, 60, 90, 120)),
  notice_hours smallint not null constraint tour_hours_notice_hours check (notice_hours between 0 and 168),
  days_ahead smallint not null constraint tour_hours_days_ahead check (days_ahead between 1 and 60),
  -- [{ day, from, to }], as the API has them.
  weekly jsonb not null,
  updated_at timestamptz(3) not null default now()
);

-- Whether tours can be booked stands in every listing of the agent.
create trigger tour_hours_change_announced after insert or update or delete on tour_hours
  for each statement execute function announce_change();

-- A tour outlives its home, with the title, price and address that this had, and the accounts of both sides.
create table tours (
  id bigint generated always as identity primary key,
  property_id bigint references properties (id) on delete set null,
  property_title text not null,
  property_price numeric(14, 2) not null,
  property_address text not null,
  agent_id bigint references users (id) on delete set null,
  -- Null for somebody without an account.
  visitor_id bigint references users (id) on delete set null,
  name text not null constraint tours_name_length check (char_length(name) between 1 and 200),
  -- Null once the visitor's account is deleted.
  email text constraint tours_email_length check (char_length(email) between 3 and 254),
  phone text constraint tours_phone_length check (char_length(phone) between 1 and 30),
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  -- The agent's when it was booked.
  time_zone text not null,
  status text not null constraint tours_status check (status in ('requested', 'booked', 'declined', 'canceled')),
  -- Of its calendar entry (RFC 5545, 3.8.4.7 and 3.8.7.4).
  calendar_uid uuid not null default gen_random_uuid(),
  calendar_sequence integer not null default 0,
  -- Whether it has been confirmed once, and so stands in calendars.
  is_in_calendars boolean not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  constraint tours_end_after_start check (end_at > start_at),
  -- An agent has one tour at a time, however many people book it at once.
  constraint tours_one_at_a_time exclude using gist (agent_id with =, tstzrange(start_at, end_at) with &&)
    where (status in ('requested', 'booked'))
);

create index tours_agent on tours (agent_id, start_at, id);
create index tours_visitor on tours (visitor_id, start_at desc, id desc);
create index tours_property on tours (property_id);

-- The links that were given or mailed to a visitor, as SHA-256.
create table tour_tokens (
  token_hash bytea primary key,
  tour_id bigint not null references tours (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);

create index tour_tokens_tour on tour_tokens (tour_id);
