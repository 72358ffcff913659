-- The history records whether a home is under contract.
alter table property_history drop constraint property_history_change;
alter table property_history add constraint property_history_change
  check (change in ('created', 'price', 'status', 'availability', 'contract', 'deleted')) not valid;
