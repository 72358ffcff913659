-- outside a transaction

-- Puts listing events in a separate queue, so that an import does not delay inquiries and tours.
drop index concurrently if exists webhook_deliveries_waiting;
create index concurrently webhook_deliveries_waiting
  on webhook_deliveries (webhook_id, (case when event like 'listing.%' then 1 else 0 end), next_try_at, id)
  where status = 'waiting';
