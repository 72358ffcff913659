-- outside a transaction

-- Divides each webhook's waiting messages into two queues, so that one index probe finds the next
-- message of a queue.
drop index concurrently if exists webhook_deliveries_waiting;
create index concurrently webhook_deliveries_waiting on webhook_deliveries (webhook_id, (id % 2), next_try_at, id)
  where status = 'waiting';
