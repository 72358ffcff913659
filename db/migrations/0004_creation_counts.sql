-- The number of listings created in each quarter hour, as increments to add up: one per statement and quarter
-- hour. The chart of new listings reads this table instead of the listings, so its cost depends on the number
-- of statements, even if an import adds a million listings. There is not one row per quarter hour, because
-- every new listing would wait for a lock on that row. In every time zone, days begin on a quarter hour.
create table property_creation_steps (
  quarter timestamptz(0) not null,
  step integer not null
);

create index property_creation_steps_quarter on property_creation_steps (quarter) include (step);

create function quarter_of(at timestamptz) returns timestamptz language sql immutable strict parallel safe
  return date_bin('15 minutes', at, timestamptz '2000-01-01 00:00:00+00');

create function count_property_insert() returns trigger language plpgsql as $$
begin
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), count(*) from new_rows group by 1;
  return null;
end $$;

create function count_property_update() returns trigger language plpgsql as $$
begin
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), sum(step) from (
    select created_at, 1 as step from new_rows
    union all
    select created_at, -1 from old_rows
  ) changed
  group by 1 having sum(step) <> 0;
  return null;
end $$;

create function count_property_delete() returns trigger language plpgsql as $$
begin
  insert into property_creation_steps (quarter, step)
  select quarter_of(created_at), -count(*) from old_rows group by 1;
  return null;
end $$;

create trigger property_insert_counted after insert on properties
  referencing new table as new_rows for each statement execute function count_property_insert();
create trigger property_update_counted after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function count_property_update();
create trigger property_delete_counted after delete on properties
  referencing old table as old_rows for each statement execute function count_property_delete();

insert into property_creation_steps (quarter, step)
select quarter_of(created_at), count(*) from properties group by 1;
