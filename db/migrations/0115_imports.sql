-- Imports that agents and admins start in the browser (docs/product/import.md, In the browser).

create table imports (
  id bigint generated always as identity primary key,
  owner_id bigint not null references users (id) on delete cascade,
  -- The folder of the uploaded file until the import ends, within the folder of all imports.
  folder text not null,
  file_name text not null constraint imports_file_name_length check (char_length(file_name) between 1 and 255),
  agent_email text,
  -- The uploader's IP address, for the audit log.
  place text not null,
  is_dry_run boolean not null,
  state text not null default 'waiting'
    constraint imports_state check (state in ('waiting', 'running', 'done', 'failed', 'canceled')),
  -- Whether a queued job runs this import. An account has only one at a time.
  has_job boolean not null default false,
  rows_read integer not null default 0,
  total_rows integer,
  added integer not null default 0,
  updated integer not null default 0,
  removed integer not null default 0,
  unchanged integer not null default 0,
  refused integer not null default 0,
  sample jsonb not null default '[]',
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3)
);

create index imports_of_owner on imports (owner_id, id desc);
create unique index imports_job on imports (owner_id) where has_job;
create index imports_age on imports (finished_at);

-- Rejected rows, and rows accepted with notes.
create table import_rows (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports (id) on delete cascade,
  position bigint not null,
  listing_key text,
  -- Null for an accepted row.
  reason text,
  notes jsonb not null
);

create index import_rows_of_import on import_rows (import_id, id);
