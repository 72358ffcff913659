-- Floor plans come after all photos, and are never the cover (docs/product/listings.md, Pictures).
alter table property_images add column is_floor_plan boolean not null default false;
