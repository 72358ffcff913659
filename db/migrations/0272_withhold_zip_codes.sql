-- outside a transaction

-- Moves ZIP+4 codes of withheld addresses to the private column. Previously, a search found a home by
-- the last four digits, which confirmed them.
do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (
      select id from properties where id > after_id order by id limit 5000) batch;
    exit when last_id is null;
    -- The trigger moves them.
    update properties set is_address_displayed = false
    where id > after_id and id <= last_id and not is_address_displayed and zip_code <> withheld_zip(zip_code);
    commit;
    after_id := last_id;
  end loop;
end $$;
