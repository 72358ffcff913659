-- outside a transaction

-- Deletes notifications about tours from before 0250. They name people, but do not refer to their tour, so they could not
-- be found to erase them.
do $$
begin
  loop
    delete from notifications where id in (
      select id from notifications where kind = 'tour' and tour_id is null limit 5000);
    exit when not found;
    commit;
  end loop;
end $$;
