-- Saves are counted on the day they are made, and removing a home does not reduce the count
-- (docs/product/figures.md, Saves).
create function count_saves() returns trigger language plpgsql as $$
begin
  insert into property_figures as f (property_id, day, saves)
  select property_id, (saved_at at time zone 'UTC')::date, count(*) from added group by 1, 2 order by 1, 2
  on conflict (property_id, day) do update set saves = f.saves + excluded.saves;
  return null;
end;
$$;

create trigger favorites_count_saves after insert on favorites
referencing new table as added for each statement execute function count_saves();
