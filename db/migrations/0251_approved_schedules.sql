-- Whether an admin approved or scheduled a scheduled listing, which is then published without a
-- review (docs/product/publishing.md, Scheduled listings).
alter table properties add column is_approved boolean not null default false;
