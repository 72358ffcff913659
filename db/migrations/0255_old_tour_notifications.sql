-- outside a transaction

-- Deletes notifications about tours from before 0250. They contain names but do not refer to their
-- tours, so they could not be found when those were erased.
do $$
begin
  loop
    delete from notifications where id in (
      select id from notifications where kind = 'tour' and tour_id is null limit 5000);
    exit when not found;
    commit;
  end loop;
end $$;
