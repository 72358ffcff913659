-- Open houses: times when a home can be visited without an appointment (docs/product/open-houses.md).

create table open_houses (
  id bigint generated always as identity primary key,
  property_id bigint not null references properties (id) on delete cascade,
  start_at timestamptz(3) not null,
  end_at timestamptz(3) not null,
  note text constraint open_houses_note_length check (char_length(note) between 1 and 500),
  -- The time zone at the home's position.
  time_zone text not null,
  calendar_uid uuid not null default gen_random_uuid(),
  created_at timestamptz(3) not null default now(),
  constraint open_houses_end_after_start check (end_at > start_at)
);

-- Finds a home's next open house.
create index open_houses_property on open_houses (property_id, end_at, start_at, id);
-- Covers the open house filter.
create index open_houses_end on open_houses (end_at, start_at, property_id);

-- Visitors see the open houses of a home.
create trigger open_house_change_announced after insert or update or delete on open_houses
  for each statement execute function announce_change();
