/**
 * Reads the data stored about a user, for their own download (docs/product/privacy.md). The statements
 * never read hashes, tokens, or other people's private data.
 */

import { type RawBuilder, sql } from 'kysely';
import { columnOf } from '#shared/properties/property-columns.ts';
import { FIELD_NAMES, PROPERTY_FIELDS } from '#shared/properties/property-fields.ts';
import type { Database } from '../../../database/database.ts';
import { isProvenAccount } from '../../../jobs/mail-proof-repository.ts';
import { imagePath } from '../../../storage/image-paths.ts';

type Row = Record<string, unknown>;

/**
 * The parts that can be large. `size` is the number of rows to read at a time, about ten megabytes at
 * most. `by` maps field names in the file to the columns that identify a row.
 */
export const BATCHES = {
  listings: { size: 100, by: { _id: 'id' } },
  listingChanges: { size: 500, by: { _id: 'id' } },
  inquiries: { size: 5, by: { _id: 'q.id' } },
  answers: { size: 500, by: { _id: 'm.id' } },
  inquiriesReadAsAdmin: { size: 500, by: { _id: 'id' } },
  tours: { size: 500, by: { _id: 't.id' } },
  toursGiven: { size: 500, by: { _id: 't.id' } },
  openHouses: { size: 500, by: { property: 'p.id', _id: 'o.id' } },
  shortlistsJoined: { size: 500, by: { shortlist: 'shortlist_id' } },
  shortlistVotes: { size: 500, by: { shortlist: 'shortlist_id', property: 'property_id' } },
  shortlistComments: { size: 500, by: { _id: 'id' } },
  homesToldOf: { size: 500, by: { property: 'm.property_id' } },
  contactMessages: { size: 100, by: { _id: 'id' } },
  reports: { size: 100, by: { _id: 'id' } },
  invitations: { size: 500, by: { _id: 'id' } },
  invitationsSent: { size: 500, by: { _id: 'id' } },
  auditLog: { size: 500, by: { _id: 'id' } },
  notifications: { size: 500, by: { _id: 'id' } },
} as const satisfies Record<string, { size: number; by: Record<string, string> }>;

/** Selects the next batch of a part: the rows after `last`, or the first ones. */
function selectNextBatch(part: keyof typeof BATCHES, last: Row | undefined): RawBuilder<unknown> {
  const { size, by } = BATCHES[part];
  const keys = Object.entries<string>(by).map(([field, column]) => ({
    column: sql.ref(column),
    value: sql`${last?.[field] ?? '0'}::bigint`,
  }));
  const columns = sql.join(keys.map(({ column }) => column));
  const values = sql.join(keys.map(({ value }) => value));
  // The first condition is redundant, but PostgreSQL uses it to skip rows before it joins tables.
  return sql`
    and ${keys[0]?.column} >= ${keys[0]?.value} and (${columns}) > (${values})
    order by ${columns} limit ${size}`;
}

/** Matches rows whose `email` is the account's proven address. */
const isProvenAddressOf = (userId: string) => sql`lower(email) = (
  select lower(users.email) from users
  where users.id = ${userId} and ${isProvenAccount(sql`users.id`)})`;

/** Selects a picture's path; null for a null key. */
const pathOf = (key: RawBuilder<unknown>) => sql`replace(${imagePath('{key}')}, '{key}', ${key})`;

/** Selects every listing field, with money as numbers and days as text. */
const LISTING_FIELDS = sql.join(
  FIELD_NAMES.map((name) => {
    const { kind } = PROPERTY_FIELDS[name];
    const type = kind === 'money' ? sql`::float8` : kind === 'day' ? sql`::text` : sql``;
    return sql`${sql.ref(columnOf(name))}${type} as ${sql.id(name)}`;
  }),
);

/**
 * The file's parts by name, with one statement each. A feature that stores data about users needs a
 * part.
 */
export const PARTS = {
  account: (userId: string) => sql`
    select id::text as "_id", name, email, role, phone, ${pathOf(sql`avatar_key`)} as avatar,
      (select json_build_object('name', o.name, 'role', m.role) from office_members m
        join offices o on o.id = m.office_id where m.user_id = users.id) as office,
      license_number as "licenseNumber", license_state as "licenseState", verified_at as "verifiedAt",
      verified_by as "verifiedBy", verification_expires_on::text as "verificationExpiresOn",
      agent_requested_at as "agentRequestedAt", agent_declined_reason as "agentDeclinedReason", is_demo as "isDemo", created_at as "createdAt"
    from users where id = ${userId}`,
  sessions: (userId: string) => sql`
    select device, place, created_at as "createdAt", last_seen_at as "lastSeenAt",
      expires_at as "expiresAt" from sessions
    where user_id = ${userId} order by created_at`,
  devices: (userId: string) => sql`
    select device, last_used_at as "lastUsedAt", mailed_at as "mailedAt" from account_devices
    where user_id = ${userId} order by device`,
  secondFactor: (userId: string) => sql`
    select created_at as "createdAt",
      (select count(*)::int from recovery_codes c where c.user_id = f.user_id) as "recoveryCodesLeft"
    from two_factors f where user_id = ${userId}`,
  passkeys: (userId: string) => sql`
    select id::text as "_id", name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where user_id = ${userId} order by id`,
  listings: (userId: string, last?: Row) => sql`
    select id::text as "_id", ${LISTING_FIELDS}, is_available as "isAvailable",
      listing_key as "listingKey", attribution, original_price::float8 as "originalPrice",
      previous_price::float8 as "previousPrice", price_changed_at as "priceChangedAt",
      publish_state as "publishState", publish_at as "publishAt", is_approved as "isApproved",
      submitted_at as "submittedAt", review_reason as "reviewReason",
      expires_on::text as "expiresOn", expiry_noticed_for::text as "expiryNoticedFor",
      is_under_contract as "isUnderContract", is_off_market as "isOffMarket",
      is_displayed as "isDisplayed", is_address_displayed as "isAddressDisplayed",
      private_address as "privateAddress", private_zip_code as "privateZipCode",
      private_latitude as "privateLatitude", private_longitude as "privateLongitude", has_own_picture_order as "hasOwnPictureOrder",
      is_hidden_by_hand as "isHiddenByHand", is_source_available as "isSourceAvailable",
      coalesce((select json_agg(json_build_object('path', ${pathOf(sql`i.key`)}, 'text', i.text) order by i.position)
        from property_images i where i.property_id = properties.id), '[]') as pictures, created_at as "createdAt", updated_at as "updatedAt"
    from properties where agent_id = ${userId} ${selectNextBatch('listings', last)}`,
  listingChanges: (userId: string, last?: Row) => sql`
    select id::text as "_id", property_id::text as property, change, old_value as "oldValue",
      new_value as "newValue", changed_at as "changedAt"
    from property_history where actor_id = ${userId} ${selectNextBatch('listingChanges', last)}`,
  imports: (userId: string) => sql`
    select id::text as "_id", file_name as "fileName", place as "ipAddress", is_dry_run as "isDryRun",
      state, total_rows as "totalRows", added, updated, removed, unchanged, refused, error,
      created_at as "createdAt", finished_at as "finishedAt"
    from imports where owner_id = ${userId} order by id`,
  inquiries: (userId: string, last?: Row) => sql`
    select q.id::text as "_id", coalesce(p.title, q.property_title) as home, q.name, q.email, q.phone,
      q.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('text', m.text, 'createdAt', m.created_at) order by m.id)
        from inquiry_messages m where m.inquiry_id = q.id and not m.is_from_agent), '[]') as messages
    from inquiries q left join public_properties p on p.id = q.property_id
    where q.sender_id = ${userId} ${selectNextBatch('inquiries', last)}`,
  answers: (userId: string, last?: Row) => sql`
    select m.id::text as "_id", q.id::text as inquiry, coalesce(p.title, q.property_title) as home, m.text,
      m.created_at as "createdAt"
    from inquiry_messages m join inquiries q on q.id = m.inquiry_id
    left join public_properties p on p.id = q.property_id
    where m.id in (
      select id from inquiry_messages where author_id = ${userId} and is_from_agent
      union all
      select n.id from inquiries r join inquiry_messages n on n.inquiry_id = r.id
      where r.agent_id = ${userId} and n.author_id is null and n.is_from_agent)
    ${selectNextBatch('answers', last)}`,
  inquiriesReadAsAdmin: (userId: string, last?: Row) => sql`
    select id::text as "_id", inquiry_id::text as inquiry, read_at as "readAt" from inquiry_admin_reads
    where admin_id = ${userId} ${selectNextBatch('inquiriesReadAsAdmin', last)}`,
  tours: (userId: string, last?: Row) => sql`
    select t.id::text as "_id", coalesce(p.title, t.property_title) as home, t.name, t.email, t.phone,
      t.start_at as start, t.end_at as "end", t.time_zone as "timeZone", t.status,
      t.created_at as "createdAt"
    from tours t left join public_properties p on p.id = t.property_id
    where t.visitor_id = ${userId} ${selectNextBatch('tours', last)}`,
  // Excludes the visitors' data.
  toursGiven: (userId: string, last?: Row) => sql`
    select t.id::text as "_id", coalesce(p.title, t.property_title) as home, t.start_at as start,
      t.end_at as "end", t.time_zone as "timeZone", t.status, t.created_at as "createdAt"
    from tours t left join public_properties p on p.id = t.property_id
    where t.agent_id = ${userId} ${selectNextBatch('toursGiven', last)}`,
  tourHours: (userId: string) => sql`
    select is_enabled as "isEnabled", mode, time_zone as "timeZone", slot_minutes as "slotMinutes",
      notice_hours as "noticeHours", days_ahead as "daysAhead", weekly, updated_at as "updatedAt"
    from tour_hours where agent_id = ${userId}`,
  openHouses: (userId: string, last?: Row) => sql`
    select o.id::text as "_id", p.id::text as property, p.title as home, o.start_at as start, o.end_at as "end",
      o.time_zone as "timeZone", o.note, o.created_at as "createdAt"
    from open_houses o join properties p on p.id = o.property_id
    where p.agent_id = ${userId} ${selectNextBatch('openHouses', last)}`,
  favorites: (userId: string) => sql`
    select f.property_id::text as property, p.title as home, f.note,
      f.saved_price::float8 as "savedPrice", f.saved_at as "savedAt"
    from favorites f left join public_properties p on p.id = f.property_id
    where f.user_id = ${userId} order by f.saved_at, f.property_id`,
  shortlists: (userId: string) => sql`
    select l.id::text as "_id", l.name, l.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('property', h.property_id::text, 'addedAt', h.added_at)
        order by h.added_at, h.property_id) from shortlist_homes h where h.shortlist_id = l.id), '[]') as homes
    from shortlists l where l.owner_id = ${userId} order by l.id`,
  // Excludes the shortlists' names because other users chose them.
  shortlistsJoined: (userId: string, last?: Row) => sql`
    select shortlist_id::text as shortlist, joined_at as "joinedAt" from shortlist_members
    where user_id = ${userId} ${selectNextBatch('shortlistsJoined', last)}`,
  shortlistVotes: (userId: string, last?: Row) => sql`
    select shortlist_id::text as shortlist, property_id::text as property, vote,
      voted_at as "votedAt"
    from shortlist_votes where user_id = ${userId} ${selectNextBatch('shortlistVotes', last)}`,
  shortlistComments: (userId: string, last?: Row) => sql`
    select id::text as "_id", shortlist_id::text as shortlist, property_id::text as property, text,
      created_at as "createdAt"
    from shortlist_comments where user_id = ${userId} ${selectNextBatch('shortlistComments', last)}`,
  savedSearches: (userId: string) => sql`
    select id::text as "_id", name, search, frequency, time_zone as "timeZone", seen_at as "seenAt",
      last_mail_at as "lastMailAt", created_at as "createdAt"
    from saved_searches where user_id = ${userId} order by id`,
  alertPreferences: (userId: string) => sql`
    select confirmed_email as "confirmedEmail", alerts_on_favorites as "alertsOnFavorites",
      time_zone as "timeZone"
    from alert_preferences where user_id = ${userId}`,
  // Homes mentioned in earlier emails, recorded to avoid duplicates. Only for the current address
  // because a former one may now belong to someone else.
  homesToldOf: (userId: string, last?: Row) => sql`
    select m.property_id::text as property, m.lowest_price::float8 as "lowestPrice",
      m.back_at as "backOnMarketAt"
    from alert_memory m join alert_preferences a on lower(a.confirmed_email) = m.recipient
    join users u on u.id = a.user_id and lower(u.email) = m.recipient
    where a.user_id = ${userId} ${selectNextBatch('homesToldOf', last)}`,
  // Only an email address links the rows of the next three parts to the account, so they are included
  // only if it is proven: someone else could have signed up with it.
  contactMessages: (userId: string, last?: Row) => sql`
    select id::text as "_id", name, email, subject, message, created_at as "createdAt"
    from contact_messages where ${isProvenAddressOf(userId)} ${selectNextBatch('contactMessages', last)}`,
  reports: (userId: string, last?: Row) => sql`
    select id::text as "_id", property_title as home, reason, text, email, created_at as "createdAt"
    from reports where ${isProvenAddressOf(userId)} ${selectNextBatch('reports', last)}`,
  invitations: (userId: string, last?: Row) => sql`
    select id::text as "_id", email, role, created_at as "createdAt", expires_at as "expiresAt",
      accepted_at as "acceptedAt",
      (select o.name from offices o where o.id = invitations.office_id) as office
    from invitations where ${isProvenAddressOf(userId)} ${selectNextBatch('invitations', last)}`,
  // Excludes the invited people's addresses.
  invitationsSent: (userId: string, last?: Row) => sql`
    select id::text as "_id", role, created_at as "createdAt", expires_at as "expiresAt",
      accepted_at as "acceptedAt"
    from invitations where invited_by = ${userId} ${selectNextBatch('invitationsSent', last)}`,
  // Excludes titles and changes because they can name other people.
  auditLog: (userId: string, last?: Row) => sql`
    select id::text as "_id", at, action, entity_kind as "entityKind", place from audit_entries
    where actor_id = ${userId} ${selectNextBatch('auditLog', last)}`,
  // Excludes titles because they can name other people.
  notifications: (userId: string, last?: Row) => sql`
    select id::text as "_id", kind, link, is_read as "isRead", created_at as "createdAt" from notifications
    where user_id = ${userId} ${selectNextBatch('notifications', last)}`,
};

/** A part's name and some of its rows, with the file's field names. */
export type PersonalRows = { part: string; rows: Row[] };

/**
 * Yields the rows of each part. Some parts can be a gigabyte, so they are read in batches without a
 * shared snapshot.
 */
export async function* readPersonalData(
  db: Database,
  userId: string,
): AsyncGenerator<PersonalRows, void> {
  for (const [part, statement] of Object.entries(PARTS)) {
    const size = (BATCHES as Record<string, { size: number }>)[part]?.size ?? Infinity;
    let last: Row | undefined;
    for (;;) {
      const { rows } = await (statement(userId, last) as RawBuilder<Row>).execute(db);
      yield { part, rows };
      if (rows.length < size) break;
      last = rows.at(-1);
    }
  }
}
