-- The other sort orders of the dashboard's lists: listings by price, regardless of availability, and accounts
-- by name. Building these indexes blocks changes to the tables, but not reads.
create index properties_all_price on properties (price, id, status, is_available);
create index users_name on users (lower(name), id);
