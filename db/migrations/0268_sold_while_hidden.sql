-- Whether a listing was marked as sold or rented while it was hidden. Visitors see that once it is shown again.
alter table hidden_properties add column is_sold boolean not null default false;

-- A hidden listing also stays off the market if an import closes it: otherwise, it would be shown as sold.
create or replace trigger property_stays_hidden before update of is_available, is_off_market on properties
  for each row when ((new.is_available and not old.is_available) or (old.is_off_market and not new.is_off_market))
  execute function stay_hidden();
