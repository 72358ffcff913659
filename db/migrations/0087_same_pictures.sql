-- outside a transaction

-- The same picture under another key has the same blurred placeholder.
drop index concurrently if exists property_images_placeholder;
create index concurrently property_images_placeholder on property_images (md5(placeholder));
