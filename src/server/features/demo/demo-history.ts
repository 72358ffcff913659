/** The history of the demo homes: price changes, sales, and rentals. */

import { createHash } from 'node:crypto';
import type { DemoHome } from './demo-home.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The price and availability of a home from a moment on. */
export type DemoChange = { at: Date; price: number; isAvailable: boolean };

/** How a home was listed, and what came after it, oldest first. The last price is the home's own. */
export type DemoHistory = { firstPrice: number; changes: readonly DemoChange[] };

/** No one changes a price sooner. */
const SHORTEST_WAIT_DAYS = 5;
/** The most changes of price; few homes have as many. */
const MOST_CHANGES = 5;

/**
 * The past of a demo home; the same for the same home and times.
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
    Math.floor(days / SHORTEST_WAIT_DAYS),
    MOST_CHANGES,
  );
  const prices = pricesBefore(home, count, chance);
  const isTaken = home.isTaken === true;
  const steps = count + (isTaken ? 1 : 0);
  const changes = Array.from({ length: steps }, (_, index) => {
    // Each in its own part of the time since, somewhere in the middle of that part.
    const share = (index + 0.35 + chance(10 + index) * 0.6) / steps;
    const at = new Date(createdAt.getTime() + Math.round(days * share * 24 * 60) * 60_000);
    return {
      at,
      price: prices[index + 1] ?? home.price,
      isAvailable: !(isTaken && index === steps - 1),
    };
  });
  return { firstPrice: prices[0] ?? home.price, changes };
}

function countChanges({ status }: DemoHome, chance: number): number {
  if (status === 'For Rent') return chance < 0.75 ? 0 : 1;
  if (chance < 0.5) return 0;
  if (chance < 0.74) return 1;
  if (chance < 0.86) return 2;
  return chance < 0.92 ? 3 : MOST_CHANGES;
}

/** All prices of a home, the last one its own: mostly cuts of two to six percent, in round amounts. */
function pricesBefore(
  { price, status }: DemoHome,
  count: number,
  chance: (index: number) => number,
): number[] {
  const step = status === 'For Rent' ? 25 : 1_000;
  const prices = [price];
  for (let index = 0; index < count; index += 1) {
    const later = prices[0] ?? price;
    const part = 0.02 + chance(20 + index) * 0.04;
    const isRaise = chance(26 + index) < 0.12;
    const difference = Math.max(1, Math.round((later * part) / step)) * step;
    prices.unshift(isRaise ? later - difference : later + difference);
  }
  return prices;
}
