/** The lazily loaded sections of the property page. */

import { type ComponentType, createContext } from 'react';
import type { Property } from '#shared/schemas/properties/property.ts';

/** A section of the page, which needs only the listing. */
export type Section = ComponentType<{ property: Property }>;

/** The loader of each section. */
export const LAZY_SECTIONS = {
  facts: async () => (await import('../more-facts.tsx')).MoreFacts,
  cost: async () => (await import('../monthly-cost/monthly-cost-section.tsx')).MonthlyCostSection,
  history: async () => (await import('../price-history/price-history.tsx')).PriceHistory,
  similar: async () => (await import('../similar/similar-homes.tsx')).SimilarHomes,
} satisfies Record<string, () => Promise<Section>>;

export type SectionName = keyof typeof LAZY_SECTIONS;

/** All sections for server rendering; null in the browser, which loads each one when needed. */
export const ServerSectionsContext = createContext<Readonly<Record<SectionName, Section>> | null>(
  null,
);
