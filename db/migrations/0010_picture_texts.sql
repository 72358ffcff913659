-- outside a transaction

-- The alternative text of a picture; null if there is none.
alter table property_images add column if not exists text text;
alter table property_images drop constraint if exists property_images_text;
alter table property_images add constraint property_images_text check (char_length(text) between 1 and 200) not valid;
alter table property_images validate constraint property_images_text;

-- Whether a user arranged the pictures; imports then preserve their order.
alter table properties add column if not exists has_own_picture_order boolean not null default false;
