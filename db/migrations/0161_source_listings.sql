-- Listings of a data source (docs/product/data-sources.md, Listings of a source).
alter table properties
  add column source_id bigint,
  -- Whether a user marked the listing as unavailable here, which syncs do not change.
  add column is_hidden_by_hand boolean not null default false,
  -- Whether the source offers the listing; null for a listing without a source.
  add column is_source_available boolean;

alter table properties
  add constraint properties_source_id_fkey foreign key (source_id) references data_sources (id) not valid;
