-- An agent's available listings by price. Without this index, PostgreSQL would read all listings by price to
-- find one agent's, even if there are only a few.
create index properties_agent_price on properties (agent_id, price, id) where is_available;
