-- outside a transaction

-- Fills in the authors of messages from earlier releases: the agent of the conversation. Otherwise, the
-- conversation's next agent would be shown as their author. 0 is an agent whose account was deleted.
do $$
declare
  after_id bigint := 0;
  last_id bigint;
begin
  loop
    select max(id) into last_id from (
      select id from inquiry_messages where id > after_id order by id limit 5000) batch;
    exit when last_id is null;
    update inquiry_messages m set author_id = coalesce(q.agent_id, 0)
    from inquiries q
    where m.id > after_id and m.id <= last_id and m.is_from_agent and m.author_id is null
      and q.id = m.inquiry_id;
    commit;
    after_id := last_id;
  end loop;
end $$;
