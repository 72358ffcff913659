-- Admins' decisions about listings in review (docs/product/reviews.md).
create table listing_reviews (
  id bigint generated always as identity primary key,
  property_id bigint not null references properties (id) on delete cascade,
  decision text not null constraint listing_reviews_decision check (decision in ('approved', 'changes_requested')),
  reason text constraint listing_reviews_reason check (char_length(reason) between 1 and 1000),
  decided_at timestamptz(3) not null
);

create index listing_reviews_property on listing_reviews (property_id, id desc);
