-- outside a transaction

-- Finds the webhook messages about a deleted inquiry, tour, or user (docs/product/webhooks.md). Most messages are about listings.
drop index concurrently if exists webhook_deliveries_subject;
create index concurrently webhook_deliveries_subject on webhook_deliveries ((body::jsonb #>> '{data,_id}'))
  where event not like 'listing.%';
