import { sql } from 'kysely';
import { describeSearch } from '#shared/saved-searches/describe-search.ts';
import type { Database } from '../../database/database.ts';
import type { DemoFavorite, DemoSavedSearch, DEMO_SHORTLIST } from './demo-saved-homes.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Inserts the demo user's favorites, searches, and shortlist. Call it in a transaction. */
export async function insertDemoSavedHomes(
  db: Database,
  saved: {
    favorites: readonly DemoFavorite[];
    shortlist: typeof DEMO_SHORTLIST;
    searches: readonly DemoSavedSearch[];
  },
  people: { agentEmail: string; userEmail: string },
  now: Date,
): Promise<void> {
  const ids = new Map<string, string>();
  for (const { id, email } of await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', 'in', [people.userEmail, people.agentEmail])
    .execute()) {
    ids.set(email, id);
  }
  const [userId, agentId] = [ids.get(people.userEmail), ids.get(people.agentEmail)];
  if (userId === undefined || agentId === undefined) return;
  const available = await findHomes(db, true);
  const unavailable = await findHomes(db, false);
  await insertFavorites(db, { userId, favorites: saved.favorites, available, unavailable, now });
  await insertSearches(db, { userId, searches: saved.searches, now });
  await insertShortlist(db, { userId, agentId, shortlist: saved.shortlist, available, now });
}

type Home = { id: string; price: number };

/** Finds homes for sale in many cities, in an order that no list on the site uses. */
async function findHomes(db: Database, isAvailable: boolean): Promise<Home[]> {
  const { rows } = await sql<Home>`
    select id, price::float8 as price from properties
    where is_available = ${isAvailable} and status = 'For Sale'
    order by md5(title), id limit 20`.execute(db);
  return rows;
}

async function insertFavorites(
  db: Database,
  data: {
    userId: string;
    favorites: readonly DemoFavorite[];
    available: readonly Home[];
    unavailable: readonly Home[];
    now: Date;
  },
): Promise<void> {
  const [available, unavailable] = [data.available.values(), data.unavailable.values()];
  const rows = data.favorites.flatMap(({ daysAgo, savedPriceRatio, isSoldOrRented, note }) => {
    const home = (isSoldOrRented === true ? unavailable : available).next().value;
    if (home === undefined) return [];
    return {
      user_id: data.userId,
      property_id: home.id,
      note: note ?? null,
      // Rounded to thousands, like the prices of homes for sale.
      saved_price:
        savedPriceRatio === 1
          ? home.price
          : Math.round((home.price * savedPriceRatio) / 1000) * 1000,
      saved_at: new Date(data.now.getTime() - daysAgo * DAY_MS),
    };
  });
  if (rows.length > 0) await db.insertInto('favorites').values(rows).execute();
}

/** Inserts searches without alerts, because the demo user's address does not exist. */
async function insertSearches(
  db: Database,
  data: { userId: string; searches: readonly DemoSavedSearch[]; now: Date },
): Promise<void> {
  const ago = (days: number) => new Date(data.now.getTime() - days * DAY_MS);
  const rows = data.searches.map(({ search, daysAgo, seenDaysAgo }) => ({
    user_id: data.userId,
    email: null,
    name: describeSearch(search),
    search: JSON.stringify(search),
    frequency: 'never' as const,
    time_zone: 'UTC',
    keys: [],
    seen_at: ago(seenDaysAgo),
    created_at: ago(daysAgo),
  }));
  await db.insertInto('saved_searches').values(rows).execute();
}

async function insertShortlist(
  db: Database,
  data: {
    userId: string;
    agentId: string;
    shortlist: typeof DEMO_SHORTLIST;
    available: readonly Home[];
    now: Date;
  },
): Promise<void> {
  const { userId, agentId, shortlist, available, now } = data;
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const createdAt = ago(shortlist.daysAgo * 24);
  const { id } = await db
    .insertInto('shortlists')
    .values({ owner_id: userId, name: shortlist.name, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('shortlist_members')
    .values({ shortlist_id: id, user_id: agentId, joined_at: createdAt })
    .execute();
  const people = { user: userId, agent: agentId };
  for (const [index, { votes, comments }] of shortlist.homes.entries()) {
    const home = available[index];
    if (home === undefined) continue;
    const key = { shortlist_id: id, property_id: home.id };
    await db
      .insertInto('shortlist_homes')
      .values({ ...key, added_at: new Date(createdAt.getTime() + index * HOUR_MS) })
      .execute();
    for (const voter of ['user', 'agent'] as const) {
      const vote = votes[voter];
      if (vote === undefined) continue;
      await db
        .insertInto('shortlist_votes')
        .values({ ...key, user_id: people[voter], vote, voted_at: ago(24) })
        .execute();
    }
    for (const [author, hours, text] of comments) {
      await db
        .insertInto('shortlist_comments')
        .values({ ...key, user_id: people[author], text, created_at: ago(hours) })
        .execute();
    }
  }
}
