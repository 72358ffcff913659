-- Changes to saved homes, for the daily emails to the users who saved them (docs/product/alerts.md, Saved
-- homes).

-- Saved homes that the next daily email reports, with their previous state.
create table favorite_items (
  user_id bigint not null references users (id) on delete cascade,
  property_id bigint not null references properties (id) on delete cascade,
  previous_price numeric(14, 2) not null,
  was_available boolean not null,
  due_at timestamptz(3) not null,
  primary key (user_id, property_id)
);

create index favorite_items_property on favorite_items (property_id);

-- Also records a home that is no longer available, if a user saved it.
create or replace function note_changed_properties() returns trigger language plpgsql as $$
begin
  insert into property_changes (property_id, before)
  select n.id, to_jsonb(o) - 'search'
  from new_rows n join old_rows o using (id)
  where (n.is_available or (o.is_available and exists (select from favorites f where f.property_id = n.id)))
    and (to_jsonb(n) - 'updated_at' - 'search') <> (to_jsonb(o) - 'updated_at' - 'search');
  if found then
    perform add_match_job();
  end if;
  return null;
end $$;
