-- A listing whose seller does not allow display on the internet (docs/product/import.md, Display
-- and attribution) is never available, and visitors cannot see it.
create function hold_back() returns trigger language plpgsql as $$
begin
  new.is_available := false;
  new.is_off_market := true;
  return new;
end $$;

create trigger property_held_back before insert or update on properties
  for each row when (not new.is_displayed) execute function hold_back();

-- The previous view without these listings. Available listings are always displayed, so their
-- indexes need no other condition.
create or replace view public_properties as
select id, agent_id, title, description, price, address, city, state, zip_code, latitude, longitude, bedrooms, bathrooms,
  sqft, property_type, status, is_available, created_at, updated_at, search, year_built, lot_sqft, stories, parking_spaces,
  hoa_fee, tax_annual, features, pets, furnished, available_from, lease_months, deposit, virtual_tour_url, previous_price,
  price_changed_at, original_price, is_off_market, is_under_contract, mls_number, attribution,
  -- Only for the agent and admins.
  'published'::text as publish_state, null::timestamptz(3) as publish_at, null::date as expires_on, null::text as review_reason
from properties
where is_available or (publish_state = 'published' and is_displayed);
