-- What becomes of saved homes, for the daily mail of who saved them (docs/product/alerts.md, Saved homes).

-- Saved homes of which their owner will be notified with the next daily mail, as they were before they changed.
create table favorite_items (
  user_id bigint not null references users (id) on delete cascade,
  property_id bigint not null references properties (id) on delete cascade,
  previous_price numeric(14, 2) not null,
  was_available boolean not null,
  due_at timestamptz(3) not null,
  primary key (user_id, property_id)
);

create index favorite_items_property on favorite_items (property_id);

-- A home that is no longer available is noted too, if somebody saved it.
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
