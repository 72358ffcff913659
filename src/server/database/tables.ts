/**
 * Kysely types for the tables that the query builder uses. Times are Dates, IDs are strings, and amounts are numbers.
 */

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
import type { SavedSearchTables } from './table-types/saved-searches.ts';

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
  /** The admin's reason for declining the request. */
  agent_declined_reason: Generated<string | null>;
  license_number: Generated<string | null>;
  license_state: Generated<string | null>;
  verified_at: Generated<Date | null>;
  verified_by: Generated<'list' | 'admin' | null>;
  /** A date, which the driver would return as a Date in local time; select it as text. */
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
  /** E.g. 'Chrome on Windows'. Like the next two columns, null for sessions from an older release. */
  device: Generated<string | null>;
  /** The IP address with its last part hidden. */
  place: Generated<string | null>;
  last_seen_at: ColumnType<Date | null, Date | null | undefined, Date>;
  /** The passkey used to sign in, which may have been deleted. */
  passkey_id: Generated<string | null>;
};

export type PasswordResetsTable = {
  token_hash: Buffer;
  user_id: string;
  email: string;
  created_at: CreatedAt;
  expires_at: Date;
};

/** The columns of a listing's facts; all are optional. */
type FactColumns = {
  [Name in FactName as ColumnOf<Name>]: ColumnType<
    PropertyFacts[Name],
    PropertyFacts[Name] | undefined,
    PropertyFacts[Name]
  >;
};

/** The required fields. In a draft, all except the title can be missing. */
type DraftColumns = {
  [Name in Exclude<BaseName, 'title'> as ColumnOf<Name>]: ColumnType<
    BaseFields[Name] | null,
    BaseFields[Name] | null | undefined,
    BaseFields[Name] | null
  >;
};

/** The public columns of a published listing. */
type ListingColumns = FactColumns & {
  id: GeneratedAlways<string>;
  agent_id: string;
  title: string;
  is_available: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: ColumnType<Date, Date | undefined, Date>;
  /** Set by a trigger or an import; null if the price has not changed since publication or a change of `status`. */
  previous_price: ColumnType<number | null, number | null | undefined, number | null>;
  price_changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The original asking price, if an import provides it. */
  original_price: ColumnType<number | null, number | null | undefined, number | null>;
  /** Whether the listing was taken off the market without a sale or rental, e.g. because it expired or was hidden. */
  is_off_market: Generated<boolean>;
  /** The listing agent and office named by an import, if either name differs from that of the listing's account. */
  attribution: ColumnType<Attribution | null, string | null | undefined, string | null>;
  is_under_contract: Generated<boolean>;
  /** A tsvector that is used in conditions but never selected. */
  search: ColumnType<unknown, never, never>;
};

/** Listings in every state. Public reads use `public_properties` instead (docs/product/publishing.md, States). */
export type PropertiesTable = ListingColumns &
  DraftColumns & {
    listing_key: string | null;
    /** Only `published` is public; available listings are always published. */
    publish_state: Generated<PublishState>;
    /** When a scheduled listing is published; a listing in review also needs approval. */
    publish_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** Whether an admin approved or scheduled the listing; meaningful only while it is scheduled. */
    is_approved: Generated<boolean>;
    /** When the listing was last submitted for review. */
    submitted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
    /** The reason for the last decision, while it is relevant. */
    review_reason: Generated<string | null>;
    /** The expiration date, written as `YYYY-MM-DD`; select it as text or JSON. */
    expires_on: Generated<string | null>;
    /** The `expires_on` date that the agent was last notified about. */
    expiry_noticed_for: Generated<string | null>;
    /** Whether the seller allows the listing to be displayed. */
    is_displayed: Generated<boolean>;
    /** If false, the address, position, and ZIP+4 code are withheld and stored in `private_*`. */
    is_address_displayed: Generated<boolean>;
    /** Set by a trigger. Null unless the address is withheld. */
    private_address: GeneratedAlways<string | null>;
    private_latitude: GeneratedAlways<number | null>;
    private_longitude: GeneratedAlways<number | null>;
    private_zip_code: GeneratedAlways<string | null>;
    /** Whether an agent reordered the pictures; imports then preserve that order. */
    has_own_picture_order: Generated<boolean>;
  };

/** Published listings, except those whose sellers do not allow display, with their public fields (migration 0122). */
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
  /** Alt text; null if there is none. */
  text: Generated<string | null>;
  created_at: CreatedAt;
  /** Hash of the imported file. */
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

/** Home counts by status and type in a cell of half a degree. */
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

/** Home counts by city in a cell of half a degree. */
export type MapPlacesTable = {
  cell: number;
  city: string;
  state: string;
  listing_count: number;
  latitude_sum: number;
  longitude_sum: number;
};

/** Home counts by status, city, and ZIP code; positions are null if no home has one. */
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
  tour_id: ColumnType<string | null, string | null | undefined, never>;
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

/** Append-only, enforced by a trigger. */
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
