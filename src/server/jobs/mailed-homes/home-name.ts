/**
 * Names homes in emails. Titles, addresses, and cities that agents enter can contain links and
 * phone numbers, so emails to an unproven address name a home by its facts (docs/product/mail.md,
 * Proof).
 */

import { formatPrice } from '#shared/format/money.ts';
import type { PropertyType } from '#shared/property-choices.ts';
import type { MailContext } from '../job-handler.ts';
import { findHomeFacts, type HomeFacts } from './home-facts-repository.ts';

/** A home as named in one email. */
export type HomeName = {
  /** On its own: `Lake house`, or `Studio apartment for $1,400/mo`. */
  label: string;
  /** Within a sentence: `Lake house`, or `the 3-bed house for $450,000`. */
  mention: string;
  /** At the start of a sentence to its agent: `“Lake house”`, or `Your 3-bed house for $450,000`. */
  agentMention: string;
};

/** Prices of at least this amount are omitted because nine or more digits can be a phone number. */
const MIN_OMITTED_PRICE = 100_000_000;

const UNKNOWN: HomeFacts = { type: null, status: null, bedrooms: null, price: null };

/**
 * Names a home: by its title if the email may contain text written by other users, otherwise by its facts.
 *
 * @param home.propertyId null if the listing was deleted
 * @param home.price the price of a deleted listing
 */
export async function nameHome(
  { db, to }: Pick<MailContext, 'db' | 'to'>,
  home: { propertyId: string | null; title: string; price?: number | null },
): Promise<HomeName> {
  const { propertyId, title, price = null } = home;
  if (to.allowsUserText) return { label: title, mention: title, agentMention: `“${title}”` };
  const facts = propertyId === null ? undefined : await findHomeFacts(db, propertyId);
  const text = describeHome(facts ?? { ...UNKNOWN, price });
  const label = text.charAt(0).toUpperCase() + text.slice(1);
  return { label, mention: `the ${text}`, agentMention: `Your ${text}` };
}

/** Describes a home by its facts: `3-bed house for $450,000`, `studio apartment for $1,400/mo`. */
export function describeHome({ type, status, bedrooms, price }: HomeFacts): string {
  const noun = type === null ? 'home' : `${bedsOf(type, bedrooms)}${type.toLowerCase()}`;
  if (price === null || price >= MIN_OMITTED_PRICE) return noun;
  return `${noun} for ${formatPrice(price)}${status === 'For Rent' ? '/mo' : ''}`;
}

function bedsOf(type: PropertyType, bedrooms: number | null): string {
  if (bedrooms === 0 && type !== 'House') return 'studio ';
  return bedrooms === null || bedrooms === 0 ? '' : `${bedrooms}-bed `;
}
