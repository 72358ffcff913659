-- Which file a picture was made of, so that an import run again knows the pictures that it has brought already.
-- Null for what people upload. SHA-256 in hexadecimal.
alter table property_images add column source_hash text;
