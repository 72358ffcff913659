import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import {
  DEMO_OPEN_HOUSES,
  DEMO_SLOT_MINUTES,
  DEMO_TIME_ZONE,
  DEMO_TOURS,
  DEMO_WEEKLY,
} from './demo-tours.ts';

const DAY_MS = 24 * 60 * 60_000;

type Home = { id: string; title: string; price: number; address: string; agentId: string };

/** Inserts the demo agent's tour hours, tours, and open houses. Call it in a transaction. */
export async function insertDemoTours(
  db: Database,
  people: { agentEmail: string; userEmail: string },
  now: Date,
): Promise<void> {
  const { rows: homes } = await sql<Home>`
    select p.id, p.title, p.price, p.agent_id as "agentId",
      format('%s, %s, %s %s', p.address, p.city, p.state, p.zip_code) as address
    from properties p join users u on u.id = p.agent_id
    where u.email = ${people.agentEmail} and p.is_available
    order by p.created_at desc, p.id desc limit ${DEMO_TOURS.length}`.execute(db);
  const [first] = homes;
  if (first === undefined) return;
  await db
    .insertInto('tour_hours')
    .values({
      agent_id: first.agentId,
      is_enabled: true,
      mode: 'request',
      time_zone: DEMO_TIME_ZONE,
      slot_minutes: DEMO_SLOT_MINUTES,
      notice_hours: 4,
      days_ahead: 14,
      weekly: JSON.stringify(DEMO_WEEKLY),
      updated_at: now,
    })
    .execute();
  await insertTours(db, homes, people.userEmail, now);
  await insertOpenHouses(db, homes, now);
}

async function insertTours(db: Database, homes: readonly Home[], userEmail: string, now: Date) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', userEmail)
    .executeTakeFirst();
  const today = todayOf(now);
  for (const [index, tour] of DEMO_TOURS.entries()) {
    const home = homes[index % homes.length];
    if (home === undefined) continue;
    const start = toDate(today.add({ days: tour.inDays }), tour.at);
    const createdAt = new Date(Math.min(start.getTime(), now.getTime()) - 2 * DAY_MS);
    await db
      .insertInto('tours')
      .values({
        property_id: home.id,
        property_title: home.title,
        property_price: home.price,
        property_address: home.address,
        agent_id: home.agentId,
        visitor_id: tour.isByDemoUser === true ? (user?.id ?? null) : null,
        name: tour.name,
        email: tour.email,
        phone: tour.phone ?? null,
        start_at: start,
        end_at: new Date(start.getTime() + DEMO_SLOT_MINUTES * 60_000),
        time_zone: DEMO_TIME_ZONE,
        status: tour.status,
        is_in_calendars: tour.status !== 'requested',
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute();
  }
}

async function insertOpenHouses(db: Database, homes: readonly Home[], now: Date) {
  const today = todayOf(now);
  for (const [index, { day, from, to, note }] of DEMO_OPEN_HOUSES.entries()) {
    const home = homes[index];
    if (home === undefined) continue;
    const date = today.add({ days: (day - today.dayOfWeek + 7) % 7 || 7 });
    await db
      .insertInto('open_houses')
      .values({
        property_id: home.id,
        start_at: toDate(date, from),
        end_at: toDate(date, to),
        note,
        time_zone: DEMO_TIME_ZONE,
        created_at: now,
      })
      .execute();
  }
}

const todayOf = (now: Date) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(DEMO_TIME_ZONE)
    .toPlainDate();

function toDate(day: Temporal.PlainDate, time: string): Date {
  const plainTime = Temporal.PlainTime.from(time);
  return new Date(day.toZonedDateTime({ timeZone: DEMO_TIME_ZONE, plainTime }).epochMilliseconds);
}
