-- What the desks sort by beside the newest first: every listing by price, available or not, and accounts by name.
-- Building them holds up changes of these tables for as long as it takes, and no reader.
create index properties_all_price on properties (price, id, status, is_available);
create index users_name on users (lower(name), id);
