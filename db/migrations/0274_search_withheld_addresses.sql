-- outside a transaction

-- Agents and admins find listings by withheld addresses and ZIP+4 codes.
drop index concurrently if exists properties_withheld_search;
create index concurrently properties_withheld_search on properties using gin (
  (search || to_tsvector('simple', fold_text(private_address || ' ' || coalesce(private_zip_code, ''))))
) with (fastupdate = off) where private_address is not null;
