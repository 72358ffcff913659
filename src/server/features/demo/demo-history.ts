/** The history of the demo homes: price changes, sales, and rentals. */

import { createHash } from 'node:crypto';
import type { DemoHome } from './demo-home.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A home's price and availability from a point in time. */
export type DemoChange = { at: Date; price: number; isAvailable: boolean };

/** A home's first price and its changes, oldest first. The last price is the current one. */
export type DemoHistory = { firstPrice: number; changes: readonly DemoChange[] };

/** The minimum number of days since listing for each price change. */
const MIN_DAYS_PER_CHANGE = 5;
/** The maximum number of price changes. Few homes have this many. */
const MAX_CHANGES = 5;

/**
 * Returns the history of a demo home, which is deterministic for a home and times.
 *
 * @param createdAt when it was listed
 */
export function historyOfDemoHome(
  home: DemoHome,
  { createdAt, now }: { createdAt: Date; now: Date },
): DemoHistory {
  const bytes = createHash('sha256').update(`history of ${home.address}`).digest();
  const chance = (index: number) => (bytes[index % bytes.length] ?? 0) / 256;
  const days = (now.getTime() - createdAt.getTime()) / DAY_MS;
  const count = Math.min(
    countChanges(home, chance(0)),
    Math.floor(days / MIN_DAYS_PER_CHANGE),
    MAX_CHANGES,
  );
  const prices = composePrices(home, count, chance);
  const isSoldOrRented = home.isSoldOrRented === true;
  const steps = count + (isSoldOrRented ? 1 : 0);
  const changes = Array.from({ length: steps }, (_, index) => {
    // Splits the time since listing into equal parts and puts one change in each, after its first
    // third.
    const share = (index + 0.35 + chance(10 + index) * 0.6) / steps;
    const at = new Date(createdAt.getTime() + Math.round(days * share * 24 * 60) * 60_000);
    return {
      at,
      price: prices[index + 1] ?? home.price,
      isAvailable: !(isSoldOrRented && index === steps - 1),
    };
  });
  return { firstPrice: prices[0] ?? home.price, changes };
}

function countChanges({ status }: DemoHome, chance: number): number {
  if (status === 'For Rent') return chance < 0.75 ? 0 : 1;
  if (chance < 0.5) return 0;
  if (chance < 0.74) return 1;
  if (chance < 0.86) return 2;
  return chance < 0.92 ? 3 : MAX_CHANGES;
}

/** Returns all prices of a home, ending with the current one: mostly cuts of 2–6%, rounded. */
function composePrices(
  { price, status }: DemoHome,
  count: number,
  chance: (index: number) => number,
): number[] {
  const step = status === 'For Rent' ? 25 : 1_000;
  const prices = [price];
  for (let index = 0; index < count; index += 1) {
    const laterPrice = prices[0] ?? price;
    const fraction = 0.02 + chance(20 + index) * 0.04;
    const isIncrease = chance(26 + index) < 0.12;
    const difference = Math.max(1, Math.round((laterPrice * fraction) / step)) * step;
    prices.unshift(isIncrease ? laterPrice - difference : laterPrice + difference);
  }
  return prices;
}
