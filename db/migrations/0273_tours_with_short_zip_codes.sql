-- outside a transaction

-- Removes the last four digits of ZIP+4 codes from tours of homes whose addresses were withheld.
do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (
      select id from tours where id > after_id order by id limit 5000) batch;
    exit when last_id is null;
    update tours set property_address = regexp_replace(property_address, ' ([0-9]{5})[ -]*[0-9]{4} *$', ' \1')
    where id > after_id and id <= last_id and property_address like 'Address withheld, %'
      and property_address ~ ' [0-9]{5}[ -]*[0-9]{4} *$';
    commit;
    after_id := last_id;
  end loop;
end $$;
