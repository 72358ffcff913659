-- The settings of the site that an operator has changed: name, texts, pictures, and colors. Other settings
-- have their defaults, which are in the code (src/shared/site-defaults.ts).
create table site_settings (
  is_only boolean primary key default true constraint site_settings_one_row check (is_only),
  settings jsonb not null default '{}' constraint site_settings_object check (jsonb_typeof(settings) = 'object'),
  -- The stored pictures of the settings: key, width, height, and placeholder of each.
  pictures jsonb not null default '[]' constraint site_settings_pictures check (jsonb_typeof(pictures) = 'array'),
  is_setup_dismissed boolean not null default false,
  updated_at timestamptz(3) not null default now()
);

create trigger site_change_announced after insert or update or delete on site_settings
  for each statement execute function announce_change();

-- The history of changes: who changed what, and when. Without a foreign key because it outlives the user.
-- Null is the default.
create table site_history (
  id bigint generated always as identity primary key,
  -- The name of a setting, with a dot within a group: 'name', 'hero.heading'.
  setting text not null,
  old_value jsonb,
  new_value jsonb,
  actor_id bigint,
  changed_at timestamptz(3) not null
);

create trigger site_history_append_only
  before update or delete or truncate on site_history
  for each statement execute function refuse_change();
