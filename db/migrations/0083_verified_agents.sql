-- Requests to become an agent, and the verification of agents (docs/product/verified-agents.md).
alter table users
  add column agent_requested_at timestamptz(3),
  -- The reason of the admin who declined the request, for the email.
  add column agent_declined_reason text,
  add column license_number text,
  -- Two letters.
  add column license_state text,
  -- Null for accounts that are not verified.
  add column verified_at timestamptz(3),
  -- 'list' or 'admin'.
  add column verified_by text,
  -- The first UTC day on which the verification is no longer valid; null if it does not expire.
  add column verification_expires_on date,
  -- An admin's note, visible only to admins.
  add column verification_note text,
  add constraint users_verification check (
    case when verified_at is null
      then verified_by is null and verification_expires_on is null
      else verified_by in ('list', 'admin') and verified_by is not null
    end) not valid;

create trigger user_verification_announced after update of verified_at, license_number, license_state on users
  for each row when (
    (old.verified_at, old.license_number, old.license_state)
      is distinct from (new.verified_at, new.license_number, new.license_state))
  execute function announce_change();

-- The last word of a name as it is compared with licenses: without case, accents, and punctuation.
create function last_word(name text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(lower(fold_accents(trim(name))), '[^[:alnum:][:space:]]', '', 'g'), '^.*[[:space:]](?=[^[:space:]])', '');
