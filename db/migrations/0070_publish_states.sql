-- Visitors can see a listing only in the state `published` (docs/product/publishing.md, States).
-- All listings of earlier releases are published.
alter table properties
  add column publish_state text not null default 'published',
  add column publish_at timestamptz(3),
  add column submitted_at timestamptz(3),
  add column review_reason text,
  add column expires_on date,
  add column expiry_noticed_for date,
  add column is_under_contract boolean not null default false;

alter table properties add constraint properties_publish_state
  check (publish_state in ('draft', 'in_review', 'changes_requested', 'scheduled', 'published')) not valid;
alter table properties add constraint properties_publish_at
  check (case publish_state when 'scheduled' then publish_at is not null when 'published' then publish_at is null else true end) not valid;
alter table properties add constraint properties_submitted_at
  check (publish_state <> 'in_review' or submitted_at is not null) not valid;
-- Available listings are always published, so conditions and indexes on available listings exclude
-- all others.
alter table properties add constraint properties_available
  check (publish_state = 'published' or not is_available) not valid;
alter table properties add constraint properties_under_contract
  check (is_available or not is_under_contract) not valid;

-- A draft needs only a title, and its texts can be shorter.
alter table properties alter column description drop not null;
alter table properties alter column price drop not null;
alter table properties alter column address drop not null;
alter table properties alter column city drop not null;
alter table properties alter column state drop not null;
alter table properties alter column zip_code drop not null;
alter table properties alter column latitude drop not null;
alter table properties alter column longitude drop not null;
alter table properties alter column bedrooms drop not null;
alter table properties alter column bathrooms drop not null;
alter table properties alter column sqft drop not null;
alter table properties alter column property_type drop not null;
alter table properties alter column status drop not null;
-- Null if one of its texts is null.
alter table properties alter column search drop not null;
alter table properties drop constraint properties_title_length;
alter table properties drop constraint properties_description_length;
alter table properties drop constraint properties_address_length;
alter table properties drop constraint properties_city_length;
alter table properties drop constraint properties_state_length;
alter table properties drop constraint properties_zip_code_length;
alter table properties add constraint properties_title_length check (char_length(title) between 1 and 200) not valid;
alter table properties add constraint properties_description_length check (char_length(description) between 1 and 20000) not valid;
alter table properties add constraint properties_address_length check (char_length(address) between 1 and 200) not valid;
alter table properties add constraint properties_city_length check (char_length(city) between 1 and 200) not valid;
alter table properties add constraint properties_state_length check (char_length(state) between 1 and 200) not valid;
alter table properties add constraint properties_zip_code_length check (char_length(zip_code) between 1 and 200) not valid;
alter table properties add constraint properties_complete check (publish_state = 'draft' or (
  char_length(title) >= 5 and description is not null and char_length(description) >= 20
  and address is not null and char_length(address) >= 5 and city is not null and char_length(city) >= 2
  and state is not null and char_length(state) >= 2 and zip_code is not null and char_length(zip_code) >= 3
  and price is not null and latitude is not null and longitude is not null and bedrooms is not null
  and bathrooms is not null and sqft is not null and property_type is not null and status is not null
)) not valid;
