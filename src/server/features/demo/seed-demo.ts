/** Fills an empty installation with sample accounts, homes, and activity such as inquiries and tours. */

import { createHash } from 'node:crypto';
import { columnOf } from '#shared/properties/property-columns.ts';
import { FACT_NAMES } from '#shared/properties/property-fields.ts';
import { allowLongStatements, type Database } from '../../database/database.ts';
import { createPlaceholder } from '../../storage/image-pipeline.ts';
import { DEMO_INQUIRIES } from './demo-inquiries.ts';
import { insertDemoInquiries } from './demo-inquiries-repository.ts';
import { DEMO_FAVORITES, DEMO_SAVED_SEARCHES, DEMO_SHORTLIST } from './demo-saved-homes.ts';
import { insertDemoSavedHomes } from './demo-saved-homes-repository.ts';
import { insertDemoTours } from './demo-tours-repository.ts';
import { readDemoCities } from './demo-cities.ts';
import { describeDemoHome } from './demo-description.ts';
import { factsOfDemoHome } from './demo-facts.ts';
import { historyOfDemoHome } from './demo-history.ts';
import type { DemoCity, DemoHome, DemoPlace } from './demo-home.ts';
import { DEMO_MESSAGES, DEMO_PEOPLE, DEMO_SIGN_INS } from './demo-people.ts';
import {
  createPicturePicker,
  type DemoPicture,
  findPortraits,
  readDemoPictures,
} from './demo-pictures.ts';
import { insertDemoData, hasNoUsers, lockDemoData, type DemoListing } from './demo-repository.ts';

export { DEMO_SIGN_INS };

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The number of homes listed in the last seven days, so that charts have data. */
const RECENT_HOME_COUNT = 20;
const OLDEST_HOME_DAYS = 76;

/**
 * Inserts the demo data if the database has no users; otherwise changes nothing. Deterministic for
 * a given time and password hash, and atomic even if several processes start at the same time.
 *
 * @param options.now the time that all times are relative to
 * @returns whether the data was inserted
 */
export async function seedDemo(
  db: Database,
  options: { now: Date; hashPassword: (password: string) => Promise<string> },
): Promise<boolean> {
  if (!(await hasNoUsers(db))) return false;
  const [cities, pictures] = await Promise.all([readDemoCities(), readDemoPictures()]);
  const homes = composeHomes(cities, pictures, options.now);
  const [placeholders, passwordHash] = await Promise.all([
    makePlaceholders(homes.flatMap((home) => home.pictures)),
    options.hashPassword(DEMO_SIGN_INS[0].password),
  ]);
  const people = composePeople(pictures, passwordHash, options.now);
  const messages = DEMO_MESSAGES.map(({ name, email, subject, message, isRead, hoursAgo }) => ({
    name,
    email,
    subject,
    message,
    is_read: isRead,
    created_at: new Date(options.now.getTime() - hoursAgo * HOUR_MS),
  }));

  return db.transaction().execute(async (transaction) => {
    // Another server process may be seeding the database.
    await allowLongStatements(transaction);
    await lockDemoData(transaction);
    if (!(await hasNoUsers(transaction))) return false;
    await insertDemoData(transaction, { people, homes, placeholders, messages });
    const [, agent, user] = DEMO_SIGN_INS;
    const emails = { agentEmail: agent.email, userEmail: user.email };
    await insertDemoInquiries(transaction, DEMO_INQUIRIES, emails, options.now);
    const saved = {
      favorites: DEMO_FAVORITES,
      shortlist: DEMO_SHORTLIST,
      searches: DEMO_SAVED_SEARCHES,
    };
    await insertDemoSavedHomes(transaction, saved, emails, options.now);
    await insertDemoTours(transaction, emails, options.now);
    return true;
  });
}

function composePeople(pictures: readonly DemoPicture[], passwordHash: string, now: Date) {
  const portraits = findPortraits(pictures).values();
  return DEMO_PEOPLE.map(({ name, email, role, memberForDays }) => ({
    name,
    email,
    role,
    password_hash: passwordHash,
    avatar_key: role === 'agent' ? (portraits.next().value?.key ?? null) : null,
    is_demo: true,
    created_at: new Date(now.getTime() - memberForDays * DAY_MS),
  }));
}

/** Builds all homes with their cities, agents, times, and pictures, oldest first. */
function composeHomes(
  cities: readonly DemoCity[],
  pictures: readonly DemoPicture[],
  now: Date,
): DemoListing[] {
  const pick = createPicturePicker(pictures);
  const placeCounts = new Map<DemoPlace, number>();
  return inListingOrder(cities)
    .map(({ city, home }, index, { length }) => {
      const place = city.places[home.place];
      const agent = DEMO_PEOPLE.find(({ cities }) => cities.includes(city.city));
      if (!place || !agent) throw new Error(`${home.title} has no place or no agent.`);
      const indexInPlace = placeCounts.get(place) ?? 0;
      placeCounts.set(place, indexInPlace + 1);
      const createdAt = listingTime(index, length, now);
      const { firstPrice, changes } = historyOfDemoHome(home, { createdAt, now });
      return {
        row: toRow({ city, home, place, index, indexInPlace, now, createdAt, price: firstPrice }),
        changes,
        agentEmail: agent.email,
        pictures: pick(home, { index, hasSnow: city.hasSnow }),
      };
    })
    .toReversed();
}

/**
 * Orders homes newest first: the first home of every city, then the second of every city, and so
 * on.
 */
function inListingOrder(cities: readonly DemoCity[]): { city: DemoCity; home: DemoHome }[] {
  const maxHomes = Math.max(...cities.map(({ homes }) => homes.length));
  return Array.from({ length: maxHomes }, (_, position) =>
    cities.flatMap((city) => {
      const home = city.homes[position];
      return home ? [{ city, home }] : [];
    }),
  ).flat();
}

function toRow(options: {
  city: DemoCity;
  home: DemoHome;
  place: DemoPlace;
  index: number;
  indexInPlace: number;
  now: Date;
  createdAt: Date;
  price: number;
}): DemoListing['row'] {
  const { city, home, place, index, indexInPlace, now, createdAt, price } = options;
  const facts = factsOfDemoHome(home, { hasSnow: city.hasSnow, now });
  return {
    title: home.title,
    description: describeDemoHome(home, place, index, indexInPlace),
    price,
    address: home.address,
    city: city.city,
    state: city.state,
    zip_code: place.zipCode,
    ...scatter(place, home.address),
    bedrooms: home.bedrooms,
    bathrooms: home.bathrooms,
    sqft: home.sqft,
    property_type: home.propertyType,
    status: home.status,
    is_available: true,
    ...Object.fromEntries(FACT_NAMES.map((name) => [columnOf(name), facts[name]])),
    created_at: createdAt,
    updated_at: createdAt,
  };
}

/** Derives a position from an address, less than 200 meters from its place's center. */
function scatter(place: DemoPlace, address: string): { latitude: number; longitude: number } {
  const bytes = createHash('sha256').update(address).digest();
  const offset = (byte: number, maxOffset: number) =>
    (bytes.readUInt16BE(byte) / 65_535 - 0.5) * 2 * maxOffset;
  const round = (degrees: number) => Math.round(degrees * 1_000_000) / 1_000_000;
  return {
    latitude: round(place.latitude + offset(0, 0.0011)),
    longitude: round(place.longitude + offset(2, 0.0014)),
  };
}

/**
 * Returns a listing time: the newest is two hours ago, then about three a day for a week, then
 * fewer.
 */
function listingTime(index: number, count: number, now: Date): Date {
  const jitter = ((index * 7) % 5) - 2;
  const hoursAgo =
    index < RECENT_HOME_COUNT
      ? 2 + index * 8 + (index === 0 ? 0 : jitter)
      : 7 * 24 +
        ((index - RECENT_HOME_COUNT) / (count - RECENT_HOME_COUNT)) * (OLDEST_HOME_DAYS - 7) * 24 +
        jitter;
  return new Date(now.getTime() - Math.round(hoursAgo * 60) * 60_000);
}

/** Creates the pictures' placeholders, by key. */
async function makePlaceholders(pictures: readonly DemoPicture[]): Promise<Map<string, string>> {
  const files = new Map(pictures.map(({ key, file }) => [key, file]));
  const entries = [...files].map(
    async ([key, file]) => [key, await createPlaceholder(file)] as const,
  );
  return new Map(await Promise.all(entries));
}
