-- outside a transaction

-- Adds bitmaps for monthly costs (decision 030), so a change of a home's known tax changes them.
create or replace function note_searchable_update() returns trigger language plpgsql as $$
begin
  insert into search_bitmap_changes (property_id)
  select id from new_rows n join old_rows o using (id)
  where (n.is_available or o.is_available)
    and (n.is_available, n.status, n.property_type, n.price, n.bedrooms, n.bathrooms, n.sqft, n.lot_sqft, n.year_built,
      n.parking_spaces, n.hoa_fee, n.tax_annual, n.features, n.pets, n.furnished, n.available_from, n.created_at,
      n.price_changed_at, n.city, n.state, n.search)
    is distinct from (o.is_available, o.status, o.property_type, o.price, o.bedrooms, o.bathrooms, o.sqft, o.lot_sqft,
      o.year_built, o.parking_spaces, o.hoa_fee, o.tax_annual, o.features, o.pets, o.furnished, o.available_from,
      o.created_at, o.price_changed_at, o.city, o.state, o.search);
  return null;
end $$;

-- Cities by name, to find the distinct names that are spelled almost like the visitor's text.
drop index concurrently if exists place_cities_name;
create index concurrently place_cities_name on place_cities (city_key);
