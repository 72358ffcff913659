-- What others replicate: every listing that is or was public, so that they see its end; a listing that is hidden says no
-- more than that (docs/product/reso.md, Fields). Withheld addresses and positions stand in columns that it has not.
create view replicated_properties as
select id, agent_id, listing_key, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms,
  bathrooms, sqft, property_type, status, is_available, created_at, updated_at, year_built, lot_sqft, stories,
  parking_spaces, hoa_fee, tax_annual, features, pets, furnished, available_from, lease_months, deposit, virtual_tour_url,
  previous_price, price_changed_at, original_price, is_off_market, is_under_contract, mls_number, attribution,
  is_displayed, is_address_displayed
from properties
where publish_state = 'published';
