-- outside a transaction
-- Finds due work for tours and inquiries, and replaces the jobs that were queued for it.

drop index concurrently if exists tours_reminders;
create index concurrently tours_reminders on tours (reminder_due_at) where reminder_due_at is not null;

drop index concurrently if exists tours_requested;
create index concurrently tours_requested on tours (start_at) where status = 'requested';

drop index concurrently if exists tours_ended;
create index concurrently tours_ended on tours (end_at);

drop index concurrently if exists tours_inquiry;
create index concurrently tours_inquiry on tours (inquiry_id) where inquiry_id is not null;

drop index concurrently if exists inquiries_reminders;
create index concurrently inquiries_reminders on inquiries (remind_at) where remind_at is not null and not is_reminded;

do $$
begin
  update inquiries set is_reminded = true where remind_at <= now() and not is_reminded;
  update tours set reminder_due_at = start_at - interval '24 hours'
  where status = 'booked' and reminder_due_at is null and start_at > now() + interval '24 hours';
  update tours t set inquiry_id = (
    select max(q.id) from inquiries q
    where q.property_id = t.property_id and q.created_at <= t.created_at and (q.sender_id = t.visitor_id
      or (q.sender_id is null and t.visitor_id is null and lower(q.email) = lower(t.email)))
  ) where inquiry_id is null;
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute $jobs$
      delete from graphile_worker._private_jobs
      where locked_at is null and (key like 'tour-reminder:%' or key like 'tour-expiry:%' or key like 'inquiries.remind %')
    $jobs$;
  end if;
end $$;
