-- outside a transaction

-- Fills in assigned_from from the audit log: the agent before the inquiry was first assigned.
do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (
      select id from inquiries where id > after_id order by id limit 5000) batch;
    exit when last_id is null;
    update inquiries q set assigned_from = (
      select nullif(a.changes -> 'agent' ->> 0, '')::bigint from audit_entries a
      where a.entity_kind = 'inquiry' and a.entity_id = q.id::text and a.action = 'inquiry.assigned'
      order by a.id limit 1)
    where q.id > after_id and q.id <= last_id and q.assigned_from is null
      and exists (
        select from audit_entries a
        where a.entity_kind = 'inquiry' and a.entity_id = q.id::text and a.action = 'inquiry.assigned');
    commit;
    after_id := last_id;
  end loop;
end $$;
