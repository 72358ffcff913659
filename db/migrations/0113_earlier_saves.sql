-- outside a transaction
-- Counts saves from before this release that were not removed.
insert into property_figures as f (property_id, day, saves)
select property_id, (saved_at at time zone 'UTC')::date, count(*) from favorites group by 1, 2 order by 1, 2
on conflict (property_id, day) do update set saves = greatest(f.saves, excluded.saves);
