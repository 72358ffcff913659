-- Visitors' reports about listings, and listings hidden by admins (docs/product/reports.md).

create table reports (
  id bigint generated always as identity primary key,
  -- Null once the listing is deleted; its title remains.
  property_id bigint references properties (id) on delete set null,
  property_title text not null,
  reason text not null constraint reports_reason check (reason in ('scam', 'wrong_facts', 'not_available', 'discrimination', 'offensive', 'duplicate', 'other')),
  text text not null default '' constraint reports_text_length check (char_length(text) <= 1000),
  email text constraint reports_email_length check (char_length(email) between 3 and 254),
  decision text constraint reports_decision check (decision in ('dismissed', 'hidden')),
  note text not null default '' constraint reports_note_length check (char_length(note) <= 1000),
  created_at timestamptz(3) not null default now(),
  decided_at timestamptz(3)
);

create index reports_newest on reports (created_at desc, id desc);
create index reports_open on reports (created_at desc, id desc) where decision is null;
create index reports_of_property on reports (property_id);

-- A listing is unavailable while it is in this table.
create table hidden_properties (
  property_id bigint primary key references properties (id) on delete cascade,
  was_available boolean not null,
  hidden_at timestamptz(3) not null default now()
);

-- Keeps hidden listings unavailable however they are changed, including by imports.
create function stay_hidden() returns trigger language plpgsql as $$
begin
  if exists (select from hidden_properties where property_id = new.id) then
    new.is_available := false;
  end if;
  return new;
end $$;

create trigger property_stays_hidden before update of is_available on properties
  for each row when (new.is_available and not old.is_available) execute function stay_hidden();

create function leave_title_to_reports() returns trigger language plpgsql as $$
begin
  update reports set property_title = old.title, property_id = null where property_id = old.id;
  return old;
end $$;

create trigger property_leaves_title_to_reports before delete on properties
  for each row execute function leave_title_to_reports();
