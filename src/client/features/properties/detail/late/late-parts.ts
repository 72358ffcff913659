/** The parts of a listing's page whose scripts come when they are about to be seen. */

import { type ComponentType, createContext } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';

/** A part of the page; it needs nothing but the listing. */
export type Part = ComponentType<{ property: Property }>;

/** Each part's script. */
export const LATE_PARTS = {
  facts: async () => (await import('../more-facts.tsx')).MoreFacts,
  cost: async () => (await import('../monthly-cost/monthly-cost-section.tsx')).MonthlyCostSection,
  history: async () => (await import('../price-history/price-history.tsx')).PriceHistory,
  similar: async () => (await import('../similar/similar-homes.tsx')).SimilarHomes,
} satisfies Record<string, () => Promise<Part>>;

export type PartName = keyof typeof LATE_PARTS;

/** All parts at once, where the document is made; null in the browser, which fetches each when it is wanted. */
export const WholePartsContext = createContext<Readonly<Record<PartName, Part>> | null>(null);
