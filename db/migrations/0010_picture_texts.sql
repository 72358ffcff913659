-- outside a transaction

-- What a picture shows, for those who do not see it; null where nobody said.
alter table property_images add column if not exists text text;
alter table property_images drop constraint if exists property_images_text;
alter table property_images add constraint property_images_text check (char_length(text) between 1 and 200) not valid;
alter table property_images validate constraint property_images_text;

-- Somebody has put the pictures into an order, which imports leave as it is.
alter table properties add column if not exists has_own_picture_order boolean not null default false;
