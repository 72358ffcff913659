-- outside a transaction

-- Counts and sorts an agent's public listings without reading them.
drop index concurrently if exists properties_by_agent;
create index concurrently properties_by_agent on properties (agent_id, created_at desc, id desc)
  include (is_available, publish_state, is_displayed, price);
drop index concurrently if exists properties_agent;
