-- Deleted listings in webhook messages (docs/product/webhooks.md, Events), with the agent's
-- verification and the next open house as visitors last saw them.
create function stored_listing(p properties) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'property', to_jsonb(p) - 'search' || '{"publish_at": null, "expires_on": null, "review_reason": null}',
    'agent', (select jsonb_build_object('id', id, 'name', name, 'email', email, 'avatar_key', avatar_key, 'phone', phone, 'role', role,
        'verified_at', verified_at, 'license_number', license_number, 'license_state', license_state)
      from users where id = p.agent_id),
    'images', (select coalesce(jsonb_agg(to_jsonb(i) order by i.position), '[]') from property_images i where i.property_id = p.id),
    'nextOpenHouse', (
      select jsonb_build_object('start', to_char(o.start_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'end', to_char(o.end_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'timeZone', o.time_zone)
      from open_houses o where o.property_id = p.id and o.end_at > now() and p.is_available
      order by o.start_at, o.id limit 1))
$$;

-- Runs before the deletion, while the listing still has its pictures and its agent.
create or replace function note_deleted_listing_for_webhooks() returns trigger language plpgsql as $$
begin
  if old.publish_state = 'published' and is_webhook_event('listing.deleted') then
    insert into webhook_events (type, subject_id, stored)
    values ('listing.deleted', old.id, stored_listing(old))
    on conflict (subject_id, transaction_id) where type like 'listing.%'
    do update set type = excluded.type, stored = excluded.stored;
    perform add_webhook_job();
  end if;
  return old;
end $$;
