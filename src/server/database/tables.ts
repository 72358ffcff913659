/** The tables as db/migrations creates them, for Kysely. Times are Dates, identifiers strings, money numbers. */

import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { AccountSecurityTables } from './table-types/account-security.ts';
import type { ApiKeyTables } from './table-types/api-keys.ts';
import type { InquiryTables } from './table-types/inquiries.ts';
import type { PolicyTables } from './table-types/policies.ts';
import type { TourTables } from './table-types/tours.ts';
import type { GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import type { EventKind, NotificationKind } from '#shared/schemas/notification.ts';
import type { AuditAction } from '#shared/audit-actions.ts';
import type { PropertyStatus, PropertyType, PublishState } from '#shared/property-choices.ts';
import type { SiteOverrides } from '#shared/schemas/site.ts';
import type { ColumnOf } from '#shared/properties/property-columns.ts';
import type {
  BaseFields,
  BaseName,
  FactName,
  PropertyFacts,
} from '#shared/properties/property-fields.ts';
import type { Attribution } from '#shared/schemas/properties/property.ts';
import type { Role } from '#shared/schemas/user.ts';
import type { SavedSearchTables } from './saved-search-tables.ts';

import type { OfficeTables } from './table-types/offices.ts';
import type { SavedHomeTables } from './table-types/saved-homes.ts';

type CreatedAt = ColumnType<Date, Date | undefined, Date>;

export type UsersTable = {
  id: GeneratedAlways<string>;
  name: string;
  email: string;
  role: Role;
  password_hash: string;
  avatar_key: string | null;
  is_demo: Generated<boolean>;
  agent_requested_at: Generated<Date | null>;
  /** The words of the admin who declined the request. */
  agent_declined_reason: Generated<string | null>;
  license_number: Generated<string | null>;
  license_state: Generated<string | null>;
  verified_at: Generated<Date | null>;
  verified_by: Generated<'list' | 'admin' | null>;
  /** A day, which Kysely's driver reads as a Date: read it as a text. */
  verification_expires_on: Generated<Date | null>;
  verification_note: Generated<string | null>;
  phone: Generated<string | null>;
  created_at: CreatedAt;
};

export type SessionsTable = {
  token_hash: Buffer;
  user_id: string;
  created_at: CreatedAt;
  expires_at: Date;
  /** Such as 'Chrome on Windows'; null for sessions of an older release, like the next two. */
  device: Generated<string | null>;
  /** The IP address with its last part hidden. */
  place: Generated<string | null>;
  last_seen_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** The passkey that signed in; it may be gone. */
  passkey_id: Generated<string | null>;
};

export type PasswordResetsTable = {
  token_hash: Buffer;
  user_id: string;
  email: string;
  created_at: CreatedAt;
  expires_at: Date;
};

/** The facts of a listing, each in the column of its name; they may be left out. */
type FactColumns = {
  [Name in FactName as ColumnOf<Name>]: ColumnType<
    PropertyFacts[Name],
    PropertyFacts[Name] | undefined,
    PropertyFacts[Name]
  >;
};

/** The other fields: of a draft, all but the title may be unknown. */
type DraftColumns = {
  [Name in Exclude<BaseName, 'title'> as ColumnOf<Name>]: ColumnType<
    BaseFields[Name] | null,
    BaseFields[Name] | null | undefined,
    BaseFields[Name] | null
  >;
};

/** Columns that everyone may read of a published listing. */
type ListingColumns = FactColumns & {
  id: GeneratedAlways<string>;
  agent_id: string;
  title: string;
  is_available: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: ColumnType<Date, Date | undefined, Date>;
  /** Kept by a trigger; null where the price has not changed since the status did. */
  previous_price: ColumnType<number | null, number | null | undefined, number | null>;
  price_changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The first asking price, if an import provides it. */
  original_price: ColumnType<number | null, number | null | undefined, number | null>;
  /** An import or its expiry took it off the market, neither sold nor rented. */
  is_off_market: Generated<boolean>;
  /** Who lists it, where that is not its own agent. */
  attribution: ColumnType<Attribution | null, string | null | undefined, string | null>;
  is_under_contract: Generated<boolean>;
  /** A tsvector; only ever compared, never read. */
  search: ColumnType<unknown, never, never>;
};

/** Listings in every state. Public reads use `public_properties` instead (docs/product/publishing.md, States). */
export type PropertiesTable = ListingColumns &
  DraftColumns & {
    listing_key: string | null;
    /** Only `published` is public; what is available is published. */
    publish_state: Generated<PublishState>;
    /** When a scheduled listing is published; of one in review, once it is approved. */
    publish_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** When it was last put into review. */
    submitted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** The reason of the last decision, while it matters. */
    review_reason: Generated<string | null>;
    /** The day on which it leaves the market, `YYYY-MM-DD`. */
    expires_on: Generated<string | null>;
    /** The value of `expires_on` that its agent was notified of. */
    expiry_noticed_for: Generated<string | null>;
    /** Whether the seller lets it be shown. */
    is_displayed: Generated<boolean>;
    /** If false, `address` and the position are withheld and stored in `private_*`. */
    is_address_displayed: Generated<boolean>;
    /** Set by a trigger; null unless the address is withheld. */
    private_address: GeneratedAlways<string | null>;
    private_latitude: GeneratedAlways<number | null>;
    private_longitude: GeneratedAlways<number | null>;
    /** An agent has ordered the pictures; imports leave their order as it is. */
    has_own_picture_order: Generated<boolean>;
  };

/** The published listings, with what visitors may see of them (migration 0072). */
export type PublicPropertiesView = ListingColumns & {
  [Name in BaseName as ColumnOf<Name>]: BaseFields[Name];
} & {
  publish_state: 'published';
  publish_at: null;
  expires_on: null;
  review_reason: null;
};

export type PropertyImagesTable = {
  id: GeneratedAlways<string>;
  property_id: string;
  position: number;
  key: string;
  width: number;
  height: number;
  placeholder: string;
  is_floor_plan: Generated<boolean>;
  /** Alt text; null for none. */
  text: Generated<string | null>;
  created_at: CreatedAt;
  /** Hash of the file that an import made it from. */
  source_hash: Generated<string | null>;
};

export type PropertyHistoryTable = {
  id: GeneratedAlways<string>;
  property_id: string;
  change: 'created' | 'price' | 'status' | 'availability' | 'contract' | 'deleted';
  old_value: unknown;
  new_value: unknown;
  actor_id: string | null;
  changed_at: CreatedAt;
};

export type PropertyTotalsTable = {
  agent_id: string;
  property_type: PropertyType;
  status: PropertyStatus;
  is_available: boolean;
  listing_count: number;
  total_price: number;
};

/** Homes of one kind in a cell of half a degree. */
export type MapCellsTable = {
  cell: number;
  status: PropertyStatus;
  property_type: PropertyType;
  listing_count: number;
  latitude_sum: number;
  longitude_sum: number;
  min_price: number;
  max_price: number;
  west: number;
  south: number;
  east: number;
  north: number;
};

/** Homes of one place in a cell of half a degree. */
export type MapPlacesTable = {
  cell: number;
  city: string;
  state: string;
  listing_count: number;
  latitude_sum: number;
  longitude_sum: number;
};

/** Homes of one status with one ZIP code of one city; positions are null where no home has one. */
export type PlacesTable = {
  state_key: string;
  city_key: string;
  zip_key: string;
  status: PropertyStatus;
  city: string;
  state: string;
  zip_code: string;
  listing_count: number;
  located_count: number;
  latitude_sum: number | null;
  longitude_sum: number | null;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
};

export type ContactMessagesTable = {
  id: GeneratedAlways<string>;
  name: string;
  email: string;
  subject: string;
  message: string;
  is_read: Generated<boolean>;
  created_at: CreatedAt;
};

export type NotificationsTable = {
  id: GeneratedAlways<string>;
  user_id: string;
  kind: NotificationKind;
  title: string;
  link: string;
  is_read: Generated<boolean>;
  created_at: CreatedAt;
};

export type EventsTable = {
  id: GeneratedAlways<string>;
  /** Set when the transaction commits. */
  position: ColumnType<string | null, never, never>;
  user_id: string;
  kind: EventKind;
  data: unknown;
  created_at: CreatedAt;
};

/** At most one row. */
export type SiteSettingsTable = {
  is_only: GeneratedAlways<boolean>;
  settings: ColumnType<SiteOverrides, string | undefined, string>;
  pictures: ColumnType<SitePictureRow[], string | undefined, string>;
  is_setup_dismissed: Generated<boolean>;
  updated_at: ColumnType<Date, Date | undefined, Date>;
};

type SitePictureRow = { key: string; width: number; height: number; placeholder: string };

/** Append-only: a trigger lets no one change what happened. */
export type AuditEntriesTable = {
  id: GeneratedAlways<string>;
  at: Date;
  actor_id: string | null;
  actor_name: string;
  action: AuditAction;
  entity_kind: string;
  entity_id: string | null;
  entity_title: string;
  changes: ColumnType<unknown, string, never>;
  place: string | null;
};

export type Tables = AccountSecurityTables &
  ApiKeyTables &
  InquiryTables &
  TourTables &
  PolicyTables &
  SavedSearchTables &
  SavedHomeTables &
  OfficeTables & {
    notifications: NotificationsTable;
    events: EventsTable;
    users: UsersTable;
    sessions: SessionsTable;
    password_resets: PasswordResetsTable;
    properties: PropertiesTable;
    public_properties: PublicPropertiesView;
    property_images: PropertyImagesTable;
    property_history: PropertyHistoryTable;
    property_totals: PropertyTotalsTable;
    search_words: { word: string };
    map_cells: MapCellsTable;
    map_places: MapPlacesTable;
    map_changes: { cell: number };
    places: PlacesTable;
    place_changes: { state_key: string; city_key: string; zip_key: string };
    place_cities: { state_key: string; city_key: string; status: string; listing_count: number };
    contact_messages: ContactMessagesTable;
    site_settings: SiteSettingsTable;
    audit_entries: AuditEntriesTable;
    idempotency_keys: {
      key_hash: Buffer;
      request_hash: Buffer;
      response: Buffer;
      created_at: Date;
    };
    property_figures: {
      property_id: string;
      day: ColumnType<never, string, string>;
      views: Generated<number>;
      saves: Generated<number>;
    };
    view_salts: { day: ColumnType<never, string, string>; salt: Buffer };
    counted_views: { view_hash: Buffer; day: ColumnType<never, string, string> };
    geocodes: {
      question_hash: Buffer;
      results: ColumnType<GeocodeResult[], string, string>;
      created_at: Date;
    };
    rate_limits: { key: string; points: number; expire: number | null };
    installation: { name: string; value: unknown };
  };
