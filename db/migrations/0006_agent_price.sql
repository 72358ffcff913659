-- An agent's available listings by price. Without this index, PostgreSQL would search all listings by price
-- for those of an agent who has only a few.
create index properties_agent_price on properties (agent_id, price, id) where is_available;
