-- outside a transaction

-- Each webhook's waiting messages are divided into two queues, whose next message is found with one probe.
drop index concurrently if exists webhook_deliveries_waiting;
create index concurrently webhook_deliveries_waiting on webhook_deliveries (webhook_id, (id % 2), next_try_at, id)
  where status = 'waiting';
