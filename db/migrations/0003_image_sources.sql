-- The file that a picture was made from, so that a repeated import recognizes the pictures that it has
-- already added. A SHA-256 hash in hexadecimal; null for uploaded pictures.
alter table property_images add column source_hash text;
