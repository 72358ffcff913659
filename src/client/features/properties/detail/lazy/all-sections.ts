/**
 * All lazy sections of the property page, for server rendering. Never import this from browser code.
 */

import { MonthlyCostSection } from '../monthly-cost/monthly-cost-section.tsx';
import { PriceHistory } from '../price-history/price-history.tsx';
import { MoreFacts } from '../more-facts.tsx';
import { SimilarHomes } from '../similar/similar-homes.tsx';
import type { Section, SectionName } from './lazy-sections.ts';

export const ALL_SECTIONS: Readonly<Record<SectionName, Section>> = {
  facts: MoreFacts,
  cost: MonthlyCostSection,
  history: PriceHistory,
  similar: SimilarHomes,
};
