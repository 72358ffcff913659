-- outside a transaction

-- Marks the inquiries whose assignment the audit log records.
do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (
      select id from inquiries where id > after_id order by id limit 5000) batch;
    exit when last_id is null;
    update inquiries q set is_assigned = true
    from properties p
    where q.id > after_id and q.id <= last_id and not q.is_assigned
      and p.id = q.property_id and p.agent_id is distinct from q.agent_id
      and exists (
        select from audit_entries a
        where a.entity_kind = 'inquiry' and a.entity_id = q.id::text and a.action = 'inquiry.assigned');
    commit;
    after_id := last_id;
  end loop;
end $$;
