-- outside a transaction

-- Lets searches by contract status use the index without reading any listings.
drop index concurrently if exists properties_facts_contract;
create index concurrently properties_facts_contract on properties (status, price, id)
  include (created_at, property_type, bedrooms, bathrooms, sqft, lot_sqft, year_built, parking_spaces, hoa_fee,
    tax_annual, pets, furnished, available_from, previous_price, price_changed_at, features, is_under_contract)
  where is_available;
drop index concurrently if exists properties_facts;
alter index properties_facts_contract rename to properties_facts;
