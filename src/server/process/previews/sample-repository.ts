/**
 * Creates sample rows for email previews, such as users, homes, and messages, in a transaction that
 * is rolled back.
 */

import type { Role } from '#shared/schemas/user.ts';
import type { Database } from '../../database/database.ts';
import { updatePreferences } from '../../features/saved-searches/preference-repository.ts';
import { insertSavedSearch } from '../../features/saved-searches/saved-search-repository.ts';
import { toSearchValues } from '../../features/saved-searches/saved-search-values.ts';

const ADMIN_EMAIL = 'ida@mail-previews.example';
export const AGENT_EMAIL = 'ada@mail-previews.example';
export const USER_EMAIL = 'ben@mail-previews.example';
/** The maximum number of other homes in the database to use; an alert shows fewer. */
const MAX_OTHER_HOMES = 13;

/** The expiration date of the sample listing. */
export const EXPIRES_ON = '2026-11-30';

export type SampleRows = Awaited<ReturnType<typeof addSampleRows>>;

/**
 * Inserts the sample rows.
 *
 * @param now the current time, which most rows use
 */
export async function addSampleRows(db: Database, now: Date) {
  const addUser = async (name: string, email: string, role: Role) =>
    idOf(db.insertInto('users').values({ name, email, role, password_hash: '-' }).returning('id'));
  const agentId = await addUser('Ada Lindqvist', AGENT_EMAIL, 'agent');
  const userId = await addUser('Ben Okafor', USER_EMAIL, 'user');
  await updatePreferences(db, userId, { confirmedEmail: USER_EMAIL });
  const listing = {
    agent_id: agentId,
    listing_key: null,
    title: 'Brick house by the river, with “room” for <everybody> & a garden',
    description: 'Two floors around a garden.',
    price: 598_000,
    address: '12 Willow Lane',
    city: 'Portland',
    state: 'OR',
    zip_code: '97201',
    latitude: 45.5,
    longitude: -122.7,
    bedrooms: 3,
    bathrooms: 2,
    sqft: 1_850,
    property_type: 'House' as const,
    status: 'For Sale' as const,
    is_available: true,
  };
  const homeId = await idOf(
    db
      .insertInto('properties')
      .values({ ...listing, expires_on: EXPIRES_ON })
      .returning('id'),
  );
  await db
    .insertInto('properties')
    .values({ ...listing, is_available: false, publish_state: 'in_review', submitted_at: now })
    .execute();
  const otherHomes = await db
    .selectFrom('properties')
    .select('id')
    .where('is_available', '=', true)
    .where('id', '!=', homeId)
    .orderBy('id', 'desc')
    .limit(MAX_OTHER_HOMES)
    .execute();
  const homeIds = [...otherHomes.map(({ id }) => id), homeId];

  const contact = { name: 'Ben Okafor', email: USER_EMAIL, phone: '+1 503 555 0142' };
  const home = {
    property_id: homeId,
    property_title: 'Brick house by the river',
    property_price: 598_000,
  };
  const inquiryId = await idOf(
    db
      .insertInto('inquiries')
      .values({
        ...home,
        ...contact,
        agent_id: agentId,
        sender_id: userId,
        created_at: now,
        last_message_at: now,
      })
      .returning('id'),
  );
  const addMessage = (text: string, is_from_agent: boolean) =>
    idOf(
      db
        .insertInto('inquiry_messages')
        .values({ inquiry_id: inquiryId, text, is_from_agent, created_at: now })
        .returning('id'),
    );
  const start = new Date(now.getTime() + 26 * 3_600_000);
  const tour = { start, end: new Date(start.getTime() + 3_600_000) };
  const adminId = await addUser('Ida Brandt', ADMIN_EMAIL, 'admin');
  const officeId = await idOf(
    db
      .insertInto('offices')
      .values({ name: 'Rose City Homes', slug: 'mail-preview', created_at: now, updated_at: now })
      .returning('id'),
  );
  const invitationId = await idOf(
    db
      .insertInto('invitations')
      .values({
        email: USER_EMAIL,
        role: 'agent',
        office_id: officeId,
        invited_by: adminId,
        created_at: now,
        expires_at: new Date(now.getTime() + 86_400_000),
      })
      .returning('id'),
  );
  return {
    invitationId,
    agentId,
    userId,
    homeId,
    homeIds,
    inquiryId,
    questionId: await addMessage(
      'Is the garden fenced?\n\nWe have a dog. <b>Thank you!</b>',
      false,
    ),
    answerId: await addMessage('It is, on all sides.\nCome and see: Saturday at 10?', true),
    messageId: await idOf(
      db
        .insertInto('contact_messages')
        .values({
          name: contact.name,
          email: contact.email,
          subject: 'Two homes & one question',
          message: 'Do you offer short-term rentals?\n\nBen',
        })
        .returning('id'),
    ),
    reportId: await idOf(
      db
        .insertInto('reports')
        .values({
          property_id: homeId,
          property_title: home.property_title,
          reason: 'wrong_facts',
          decision: 'hidden',
          note: 'The area shown is the lot size. Please correct it.',
          created_at: now,
        })
        .returning('id'),
    ),
    reviewId: await idOf(
      db
        .insertInto('listing_reviews')
        .values({
          property_id: homeId,
          decision: 'changes_requested',
          reason: 'Please add a picture of the kitchen.',
          decided_at: now,
        })
        .returning('id'),
    ),
    tour,
    tourId: await idOf(
      db
        .insertInto('tours')
        .values({
          ...home,
          ...contact,
          property_address: '12 Willow Lane, Portland, OR 97201',
          agent_id: agentId,
          visitor_id: userId,
          start_at: tour.start,
          end_at: tour.end,
          time_zone: 'America/Los_Angeles',
          status: 'booked',
          is_in_calendars: true,
        })
        .returning('id'),
    ),
    searchIds: [
      await addSearch(db, { userId }, { city: 'Portland', status: 'For Sale' }, now),
      await addSearch(db, { userId }, { state: 'OR', maxPrice: '700000', bedrooms: '3' }, now),
    ] as const,
    guestSearchId: await addSearch(db, { email: USER_EMAIL }, { city: 'Portland' }, now),
  };
}

async function addSearch(
  db: Database,
  owner: Parameters<typeof insertSavedSearch>[1],
  search: Record<string, string>,
  now: Date,
): Promise<string> {
  const values = toSearchValues({ search, frequency: 'daily', timeZone: 'UTC' });
  // Its conditions match every home because an alert omits homes that do not match.
  return (await insertSavedSearch(db, owner, { ...values, search: {}, filters: {} }, now)).id;
}

/** Inserts a row and returns its ID. */
async function idOf(insert: {
  executeTakeFirstOrThrow: () => Promise<{ id: string }>;
}): Promise<string> {
  return (await insert.executeTakeFirstOrThrow()).id;
}
