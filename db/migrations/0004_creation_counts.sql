-- How many listings were made in each quarter of an hour, as steps to add up: the chart of new listings reads
-- this instead of the listings, so that a million of them in one week cost no more than one import's statements.
-- Steps and not one row for each quarter, because every new listing would then wait for that row. Days begin at a
-- quarter of an hour in every time zone.
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
