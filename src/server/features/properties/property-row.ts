/** A listing as the statements read it, and as it goes out. */

import { type RawBuilder, sql } from 'kysely';
import type { PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import type { Picture, Property } from '#shared/schemas/property.ts';
import { imagePath } from '../../storage/image-paths.ts';

/** What `PROPERTY_COLUMNS` selects. */
export type PropertyRow = {
  id: string;
  title: string;
  description: string;
  price: number;
  address: string;
  city: string;
  state: string;
  zip_code: string;
  latitude: number;
  longitude: number;
  bedrooms: number;
  bathrooms: number;
  sqft: number;
  property_type: PropertyType;
  status: PropertyStatus;
  is_available: boolean;
  created_at: Date;
  updated_at: Date;
  agent_id: string;
  agent_name: string;
  agent_email: string;
  agent_avatar_key: string | null;
  pictures: { key: string; width: number; height: number; placeholder: string }[] | null;
};

/** Columns of a listing `p` with its agent `u` and its pictures in their order. */
export const PROPERTY_COLUMNS: RawBuilder<PropertyRow> = sql`
  p.id, p.title, p.description, p.price, p.address, p.city, p.state, p.zip_code, p.latitude, p.longitude,
  p.bedrooms, p.bathrooms, p.sqft, p.property_type, p.status, p.is_available, p.created_at, p.updated_at,
  u.id as agent_id, u.name as agent_name, u.email as agent_email, u.avatar_key as agent_avatar_key,
  (
    select json_agg(json_build_object('key', i.key, 'width', i.width, 'height', i.height, 'placeholder', i.placeholder) order by i.position)
    from property_images i where i.property_id = p.id
  ) as pictures`;

/** Exactly the fields that go out (spec section 3). */
export function toProperty(row: PropertyRow): Property {
  const pictures = (row.pictures ?? []).map(({ key, width, height, placeholder }): Picture => ({
    path: imagePath(key),
    width,
    height,
    placeholder,
  }));
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    price: row.price,
    address: row.address,
    city: row.city,
    state: row.state,
    zipCode: row.zip_code,
    latitude: row.latitude,
    longitude: row.longitude,
    bedrooms: row.bedrooms,
    bathrooms: row.bathrooms,
    sqft: row.sqft,
    propertyType: row.property_type,
    status: row.status,
    isAvailable: row.is_available,
    images: pictures.map((picture) => picture.path),
    pictures,
    agent: {
      _id: row.agent_id,
      name: row.agent_name,
      email: row.agent_email,
      avatar: row.agent_avatar_key === null ? null : imagePath(row.agent_avatar_key),
    },
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
