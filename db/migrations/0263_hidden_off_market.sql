-- outside a transaction

-- Marks listings that admins had hidden as off the market (docs/product/reports.md). They had been recorded
-- as sold or rented.
do $$
declare
  ids bigint[];
begin
  loop
    ids := array(
      select p.id from hidden_properties h join properties p on p.id = h.property_id
      where h.was_available and not p.is_available and not p.is_off_market limit 1000);
    exit when cardinality(ids) = 0;
    update properties set is_off_market = true where id = any(ids);
    commit;
  end loop;
end $$;
