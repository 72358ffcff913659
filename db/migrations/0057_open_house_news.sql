-- An announced open house is a change to its home (docs/product/alerts.md, What alerts report). The change is
-- recorded with the open house that was previously the home's next one.
create function note_open_houses() returns trigger language plpgsql as $$
begin
  insert into property_changes (property_id, before)
  select p.id, (to_jsonb(p) - 'search') || jsonb_build_object('next_open_house', (
    select jsonb_build_object('start', o.start_at, 'end', o.end_at, 'timeZone', o.time_zone)
    from open_houses o
    where o.property_id = p.id and o.end_at > n.created_at and o.id not in (select id from new_rows)
    order by o.start_at, o.id limit 1))
  from (select property_id, min(created_at) as created_at from new_rows group by property_id) n
  join properties p on p.id = n.property_id
  where p.is_available;
  if found then
    perform add_match_job();
  end if;
  return null;
end $$;

create trigger open_house_insert_noted after insert on open_houses
  referencing new table as new_rows for each statement execute function note_open_houses();
