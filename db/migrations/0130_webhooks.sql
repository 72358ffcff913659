-- Webhooks (docs/product/webhooks.md): their URLs, events, and messages. Triggers record events in the
-- transaction that causes them, regardless of who makes the change. Events that no webhook subscribes to are
-- not recorded.
create table webhooks (
  id bigint generated always as identity primary key,
  url text not null constraint webhooks_url_length check (char_length(url) <= 2000),
  events text[] not null,
  description text not null default '' constraint webhooks_description_length check (char_length(description) <= 200),
  is_enabled boolean not null,
  -- Why the site disabled the webhook; null if it did not.
  disabled_reason text constraint webhooks_disabled_reason check (disabled_reason in ('gone', 'failing')),
  -- Encrypted with the data key.
  secret bytea not null,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  -- The time of the last success, or if there was none, the time when the webhook was enabled.
  last_good_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);

create table webhook_events (
  id bigint generated always as identity primary key,
  type text not null,
  subject_id bigint not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  -- The content of a deleted listing.
  stored jsonb,
  created_at timestamptz(3) not null default now()
);

-- One event for each listing and transaction.
create unique index webhook_events_of_listing on webhook_events (subject_id, transaction_id) where type like 'listing.%';

create table webhook_deliveries (
  id bigint generated always as identity primary key,
  webhook_id bigint not null references webhooks (id) on delete cascade,
  message_id text not null,
  event text not null,
  body text not null,
  status text not null default 'waiting' constraint webhook_deliveries_status check (status in ('waiting', 'delivered', 'failed')),
  tries smallint not null default 0,
  response_status smallint,
  response text,
  created_at timestamptz(3) not null,
  next_try_at timestamptz(3)
);

create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, id desc);
create index webhook_deliveries_oldest on webhook_deliveries (created_at);

create function is_webhook_event(event text) returns boolean language sql stable as $$
  select exists (select from webhooks where is_enabled and event = any(events))
$$;

create function add_webhook_job() returns void language plpgsql as $$
begin
  if to_regprocedure('graphile_worker.add_job(text,json,text,timestamptz,integer,text,integer,text[],text)') is not null then
    perform graphile_worker.add_job('webhooks.write', '{}'::json, queue_name => 'webhooks.write',
      run_at => to_timestamp(0), max_attempts => 14);
  end if;
end $$;

create function note_webhook_event() returns trigger language plpgsql as $$
declare
  event text := tg_argv[0];
  subject bigint := case when tg_table_name = 'inquiry_messages' then (to_jsonb(new) ->> 'inquiry_id')::bigint else (to_jsonb(new) ->> 'id')::bigint end;
begin
  if is_webhook_event(event) then
    insert into webhook_events (type, subject_id) values (event, subject);
    perform add_webhook_job();
  end if;
  return null;
end $$;

create trigger user_registered_for_webhooks after insert on users
  for each row execute function note_webhook_event('user.registered');
create trigger report_created_for_webhooks after insert on reports
  for each row execute function note_webhook_event('report.created');
create trigger inquiry_created_for_webhooks after insert on inquiries
  for each row execute function note_webhook_event('inquiry.created');
create trigger inquiry_answered_for_webhooks after insert on inquiry_messages
  for each row when (new.is_from_agent) execute function note_webhook_event('inquiry.answered');
create trigger tour_booked_for_webhooks after insert on tours
  for each row execute function note_webhook_event('tour.booked');
create trigger tour_canceled_for_webhooks after update on tours
  for each row when (new.status = 'canceled' and old.status <> 'canceled') execute function note_webhook_event('tour.canceled');
create trigger tour_changed_for_webhooks after update on tours
  for each row when (new.status <> 'canceled' and (new.status, new.start_at, new.end_at) is distinct from (old.status, old.start_at, old.end_at))
  execute function note_webhook_event('tour.changed');

create function note_listings_for_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (select from webhooks where is_enabled and events && array['listing.published', 'listing.updated', 'listing.unavailable']) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into webhook_events (type, subject_id)
    select 'listing.published', id from new_rows where publish_state = 'published' and is_available
    on conflict (subject_id, transaction_id) where type like 'listing.%' do nothing;
  else
    insert into webhook_events as e (type, subject_id)
    select case
        when o.publish_state <> 'published' then 'listing.published'
        when o.is_available and not n.is_available then 'listing.unavailable'
        else 'listing.updated' end, n.id
    from new_rows n join old_rows o using (id)
    where n.publish_state = 'published' and (to_jsonb(n) - 'search') <> (to_jsonb(o) - 'search')
    -- A listing that is published and changed in one transaction has only the event for its
    -- publication.
    on conflict (subject_id, transaction_id) where type like 'listing.%'
    do update set type = excluded.type where excluded.type <> 'listing.updated';
  end if;
  if found then
    perform add_webhook_job();
  end if;
  return null;
end $$;

create trigger property_inserted_for_webhooks after insert on properties
  referencing new table as new_rows for each statement execute function note_listings_for_webhooks();
create trigger property_updated_for_webhooks after update on properties
  referencing old table as old_rows new table as new_rows for each statement execute function note_listings_for_webhooks();

-- Runs before the deletion, while the listing still has its pictures and its agent.
create function note_deleted_listing_for_webhooks() returns trigger language plpgsql as $$
begin
  if old.publish_state = 'published' and is_webhook_event('listing.deleted') then
    insert into webhook_events (type, subject_id, stored)
    select 'listing.deleted', old.id, jsonb_build_object(
      'property', to_jsonb(old) - 'search' || '{"publish_at": null, "expires_on": null, "review_reason": null}',
      'agent', (select jsonb_build_object('id', id, 'name', name, 'email', email, 'avatar_key', avatar_key, 'phone', phone, 'role', role)
        from users where id = old.agent_id),
      'images', (select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from property_images i where i.property_id = old.id))
    on conflict (subject_id, transaction_id) where type like 'listing.%'
    do update set type = excluded.type, stored = excluded.stored;
    perform add_webhook_job();
  end if;
  return old;
end $$;

create trigger property_deleted_for_webhooks before delete on properties
  for each row execute function note_deleted_listing_for_webhooks();
