-- One agent's available listings by price: without it, an agent with few of them is looked for in everybody's prices.
create index properties_agent_price on properties (agent_id, price, id) where is_available;
