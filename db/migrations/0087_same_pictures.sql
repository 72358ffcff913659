-- outside a transaction

-- Copies of a picture with different keys have the same blurred placeholder.
drop index concurrently if exists property_images_placeholder;
create index concurrently property_images_placeholder on property_images (md5(placeholder));
