-- outside a transaction
alter table properties validate constraint properties_publish_state;
alter table properties validate constraint properties_publish_at;
alter table properties validate constraint properties_submitted_at;
alter table properties validate constraint properties_available;
alter table properties validate constraint properties_under_contract;
alter table properties validate constraint properties_title_length;
alter table properties validate constraint properties_description_length;
alter table properties validate constraint properties_address_length;
alter table properties validate constraint properties_city_length;
alter table properties validate constraint properties_state_length;
alter table properties validate constraint properties_zip_code_length;
alter table properties validate constraint properties_complete;
alter table property_history validate constraint property_history_change;

-- Covers few listings: an agent's listings by state, the review queue, and listings to be
-- published.
drop index concurrently if exists properties_unpublished;
create index concurrently properties_unpublished on properties (publish_state, agent_id, created_at desc, id desc)
  where publish_state <> 'published';

drop index concurrently if exists properties_expiring;
create index concurrently properties_expiring on properties (expires_on) where is_available and expires_on is not null;

-- Drafts without a search vector are matched word by word.
drop index concurrently if exists properties_without_words;
create index concurrently properties_without_words on properties (agent_id) where search is null;
