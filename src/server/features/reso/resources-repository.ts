/**
 * The resources of the RESO Web API as SQL, named as in Data Dictionary 2.0 (docs/product/reso.md,
 * Resources).
 */

import { type RawBuilder, sql } from 'kysely';
import {
  lookup,
  PUBLIC_PROPERTY_FIELDS,
  type ResoFields,
  text,
  time,
  integer,
  flag,
} from '../import/reso/reso-serializer.ts';

/** A resource of the RESO Web API. */
export type Resource = {
  key: string;
  fields: ResoFields;
  from: RawBuilder<unknown>;
  /** The unique column that every sort ends with, and its type. */
  tiebreaker: RawBuilder<unknown>;
  tiebreakerType: 'bigint' | 'text';
};

const MEMBER_FIELDS: ResoFields = {
  MemberKey: text(sql`u.id::text`),
  MemberFullName: text(sql`u.name`),
  MemberEmail: text(sql`u.email`),
  MemberPreferredPhone: text(sql`u.phone`),
  MemberStatus: lookup('MemberStatus', ['Active'], sql`'Active'::text`),
  OfficeKey: text(sql`o.id::text`),
  OfficeName: text(sql`o.name`),
  OriginalEntryTimestamp: time(sql`u.created_at`),
  ModificationTimestamp: time(sql`u.created_at`),
};

const OFFICE_FIELDS: ResoFields = {
  OfficeKey: text(sql`o.id::text`),
  OfficeName: text(sql`o.name`),
  OfficePhone: text(sql`o.phone`),
  OfficeEmail: text(sql`o.email`),
  OfficeAddress1: text(sql`o.street`),
  OfficeCity: text(sql`o.city`),
  OfficeStateOrProvince: text(sql`o.state`),
  OfficePostalCode: text(sql`o.zip_code`),
  OfficeBio: text(sql`o.about`),
  OfficeStatus: lookup('OfficeStatus', ['Active'], sql`'Active'::text`),
  OriginalEntryTimestamp: time(sql`o.created_at`),
  ModificationTimestamp: time(sql`o.updated_at`),
};

const createMediaFields = (publicUrl: string): ResoFields => ({
  MediaKey: text(sql`i.id::text`),
  ResourceName: lookup('ResourceName', ['Property'], sql`'Property'::text`),
  ResourceRecordKey: text(sql`i.property_id::text`),
  MediaURL: text(sql`${publicUrl}::text || '/images/' || i.key || '/full.webp'`),
  MediaCategory: lookup('MediaCategory', ['Photo'], sql`'Photo'::text`),
  Order: integer(sql`i.position`),
  ImageWidth: integer(sql`i.width`),
  ImageHeight: integer(sql`i.height`),
  LongDescription: text(sql`i.text`),
  PreferredPhotoYN: flag(sql`(i.position = 0)`),
  MediaModificationTimestamp: time(sql`i.created_at`),
  ModificationTimestamp: time(sql`i.created_at`),
});

const OPEN_HOUSE_FIELDS: ResoFields = {
  OpenHouseKey: text(sql`h.id::text`),
  ListingKey: text(sql`h.property_id::text`),
  ListingId: text(sql`p.mls_number`),
  OpenHouseDate: {
    type: 'Edm.Date',
    sql: sql`(h.start_at at time zone coalesce(h.time_zone, 'UTC'))::date`,
  },
  OpenHouseStartTime: time(sql`h.start_at`),
  OpenHouseEndTime: time(sql`h.end_at`),
  OpenHouseStatus: lookup(
    'OpenHouseStatus',
    ['Active', 'Ended'],
    sql`case when h.end_at > now() then 'Active' else 'Ended' end`,
  ),
  OpenHouseType: lookup('OpenHouseType', ['Public'], sql`'Public'::text`),
  ModificationTimestamp: time(sql`h.created_at`),
};

const EVENT_FIELDS: ResoFields = {
  EntityEventSequence: integer(sql`e.sequence`),
  ResourceName: text(sql`e.resource`),
  ResourceRecordKey: text(sql`e.record_key`),
};

const LOOKUP_FIELDS: ResoFields = {
  LookupKey: text(sql`l."LookupKey"`),
  LookupName: text(sql`l."LookupName"`),
  LookupValue: text(sql`l."LookupValue"`),
  StandardLookupValue: text(sql`l."LookupValue"`),
  ModificationTimestamp: time(sql`timestamptz '2026-01-01 00:00:00Z'`),
};

const FIELD_FIELDS: ResoFields = {
  FieldKey: text(sql`f."FieldKey"`),
  ResourceName: text(sql`f."ResourceName"`),
  FieldName: text(sql`f."FieldName"`),
  ModificationTimestamp: time(sql`timestamptz '2026-01-01 00:00:00Z'`),
};

/** Lookups whose values are read from listings. */
const OPEN_LOOKUPS = sql`
  select 'City:' || city, 'City', city from (select distinct city from public_properties) c
  union all select 'StateOrProvince:' || state, 'StateOrProvince', state
    from (select distinct state from public_properties) s
  union all select 'LeaseTerm:' || months, 'LeaseTerm',
    case months when 1 then 'Month To Month' else months || ' Months' end
    from (select distinct lease_months as months from public_properties where lease_months is not null) t`;

/** Returns all resources by name. */
export function createResources(publicUrl: string): Readonly<Record<string, Resource>> {
  const stored: Record<string, Resource> = {
    Property: {
      key: 'ListingKey',
      fields: PUBLIC_PROPERTY_FIELDS,
      from: sql`replicated_properties p join users u on u.id = p.agent_id`,
      tiebreaker: sql`p.id`,
      tiebreakerType: 'bigint',
    },
    Member: {
      key: 'MemberKey',
      fields: MEMBER_FIELDS,
      from: sql`(select m.* from users m where m.role = 'agent'
          or exists (select from public_properties p where p.agent_id = m.id)) u
        left join office_members om on om.user_id = u.id left join offices o on o.id = om.office_id`,
      tiebreaker: sql`u.id`,
      tiebreakerType: 'bigint',
    },
    Office: {
      key: 'OfficeKey',
      fields: OFFICE_FIELDS,
      from: sql`offices o`,
      tiebreaker: sql`o.id`,
      tiebreakerType: 'bigint',
    },
    Media: {
      key: 'MediaKey',
      fields: createMediaFields(publicUrl),
      from: sql`property_images i join public_properties p on p.id = i.property_id`,
      tiebreaker: sql`i.id`,
      tiebreakerType: 'bigint',
    },
    OpenHouse: {
      key: 'OpenHouseKey',
      fields: OPEN_HOUSE_FIELDS,
      from: sql`open_houses h join public_properties p on p.id = h.property_id and p.is_available`,
      tiebreaker: sql`h.id`,
      tiebreakerType: 'bigint',
    },
    EntityEvent: {
      key: 'EntityEventSequence',
      fields: EVENT_FIELDS,
      from: sql`(select * from entity_events where sequence is not null and at > now() - interval '30 days') e`,
      tiebreaker: sql`e.sequence`,
      tiebreakerType: 'bigint',
    },
  };
  const all = Object.entries({
    ...stored,
    Lookup: { fields: LOOKUP_FIELDS },
    Field: { fields: FIELD_FIELDS },
  });
  const lookups = new Map(
    all
      .flatMap(([, { fields }]) => Object.values(fields))
      .flatMap(({ lookup: definition }) =>
        (definition?.values ?? []).map((value) => {
          const name = definition?.name ?? '';
          const row = { LookupKey: `${name}:${value}`, LookupName: name, LookupValue: value };
          return [row.LookupKey, row] as const;
        }),
      ),
  );
  const fields = all.flatMap(([resource, each]) =>
    Object.keys(each.fields).map((name) => ({
      FieldKey: `${resource}.${name}`,
      ResourceName: resource,
      FieldName: name,
    })),
  );
  return {
    ...stored,
    Lookup: {
      key: 'LookupKey',
      fields: LOOKUP_FIELDS,
      from: sql`(
        select * from jsonb_to_recordset(${JSON.stringify([...lookups.values()])}::jsonb)
          as r ("LookupKey" text, "LookupName" text, "LookupValue" text)
        union all ${OPEN_LOOKUPS}) l`,
      tiebreaker: sql`l."LookupKey" collate "C"`,
      tiebreakerType: 'text',
    },
    Field: {
      key: 'FieldKey',
      fields: FIELD_FIELDS,
      from: sql`jsonb_to_recordset(${JSON.stringify(fields)}::jsonb)
        as f ("FieldKey" text, "ResourceName" text, "FieldName" text)`,
      tiebreaker: sql`f."FieldKey" collate "C"`,
      tiebreakerType: 'text',
    },
  };
}

/** The expandable properties of a listing: the resource, and the keys that join it. */
export const EXPANSIONS: Readonly<
  Record<string, { resource: string; isMany: boolean; localKey: string; foreignKey: string }>
> = {
  Media: {
    resource: 'Media',
    isMany: true,
    localKey: 'ListingKey',
    foreignKey: 'ResourceRecordKey',
  },
  ListAgent: {
    resource: 'Member',
    isMany: false,
    localKey: 'ListAgentKey',
    foreignKey: 'MemberKey',
  },
  ListOffice: {
    resource: 'Office',
    isMany: false,
    localKey: 'ListOfficeKey',
    foreignKey: 'OfficeKey',
  },
};
