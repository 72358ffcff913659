/** Builds rows of listings for server tests. Each call returns a different row. */

import type { Insertable } from 'kysely';
import type { PropertiesTable } from '#server/database/tables.ts';
import { createCounter } from './counters.ts';
import { FACTORY_START } from './factory-start.ts';

/** An insertable row; the database creates `search`. */
export type NewPropertyRow = Omit<Insertable<PropertiesTable>, 'search'>;

const nextNumber = createCounter();

/** Builds an available house for sale, one minute newer than the previous one; pass the fields that matter. */
export function buildPropertyRow(
  agentId: string,
  overrides: Partial<NewPropertyRow> = {},
): NewPropertyRow {
  const count = nextNumber();
  const createdAt = new Date(FACTORY_START.getTime() + count * 60_000);
  return {
    agent_id: agentId,
    listing_key: null,
    title: `Quiet house number ${count}`,
    description: 'Two floors around a garden, close to the school.',
    price: 450_000,
    address: `${count} Willow Lane`,
    city: 'Austin',
    state: 'TX',
    zip_code: '78701',
    latitude: 30.2672,
    longitude: -97.7431,
    bedrooms: 3,
    bathrooms: 2,
    sqft: 1850,
    property_type: 'House',
    status: 'For Sale',
    is_available: true,
    created_at: createdAt,
    updated_at: createdAt,
    ...overrides,
  };
}
