-- outside a transaction

alter table properties validate constraint properties_mls_number_length;

-- The keyword search finds a listing by its MLS number.
drop index concurrently if exists properties_mls_number;
create index concurrently properties_mls_number on properties (lower(mls_number)) where mls_number is not null;

-- The order in which other systems read changes.
drop index concurrently if exists properties_updated;
create index concurrently properties_updated on properties (updated_at, id);
