-- The listings that other systems replicate: all that are or were public, so that these systems see
-- when listings end. For a hidden listing, they see only that it is hidden (docs/product/reso.md,
-- Fields). The view does not include the columns with withheld addresses and positions.
create view replicated_properties as
select id, agent_id, listing_key, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms,
  bathrooms, sqft, property_type, status, is_available, created_at, updated_at, year_built, lot_sqft, stories,
  parking_spaces, hoa_fee, tax_annual, features, pets, furnished, available_from, lease_months, deposit, virtual_tour_url,
  previous_price, price_changed_at, original_price, is_off_market, is_under_contract, mls_number, attribution,
  is_displayed, is_address_displayed
from properties
where publish_state = 'published';
