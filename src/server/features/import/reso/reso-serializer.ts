/**
 * Serializes listings to RESO Data Dictionary 2.0 fields in SQL: the inverse of `reso-mapping.ts`,
 * which can read the result unchanged (docs/product/reso.md, Fields).
 */

import { type RawBuilder, sql } from 'kysely';
import type { FURNISHED, PETS, PropertyStatus, PropertyType } from '#shared/property-choices.ts';
import { FEATURE_CODES } from '#shared/property-choices.ts';
import { LISTING_KEY } from '../listing-key-repository.ts';
import { FEATURE_FIELDS } from './fact-lookups.ts';
import { EXPORTING_SYSTEM } from './texts/exact-texts.ts';

export { EXPORTING_SYSTEM };

type EdmType =
  | 'Edm.String'
  | 'Edm.Boolean'
  | 'Edm.Int64'
  | 'Edm.Decimal'
  | 'Edm.Double'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset';

/** A resource field: its OData type, and an SQL expression for its value. */
export type ResoField = {
  type: EdmType;
  sql: RawBuilder<unknown>;
  isCollection?: true;
  /** The lookup of a text field. Without `values`, its values are those in the database. */
  lookup?: { name: string; values?: readonly string[] };
};
export type ResoFields = Readonly<Record<string, ResoField>>;

/** The `StandardStatus` values that are written. */
export const STANDARD_STATUSES = [
  'Active',
  'Active Under Contract',
  'Closed',
  'Withdrawn',
] as const;

const TYPE_NAMES = {
  House: 'Single Family Residence',
  Apartment: 'Apartment',
  Condo: 'Condominium',
} as const satisfies Record<PropertyType, string>;
const OFFER_NAMES = {
  'For Sale': 'Residential',
  'For Rent': 'Residential Lease',
} as const satisfies Record<PropertyStatus, string>;
const FURNISHED_NAMES = {
  no: 'Unfurnished',
  partly: 'Partially',
  yes: 'Furnished',
} as const satisfies Record<(typeof FURNISHED)[number], string>;
const PETS_NAMES = {
  none: ['No'],
  cats: ['Cats OK'],
  dogs: ['Dogs OK'],
  cats_and_dogs: ['Cats OK', 'Dogs OK'],
} as const satisfies Record<(typeof PETS)[number], readonly string[]>;

export const text = (value: RawBuilder<unknown>): ResoField => ({ type: 'Edm.String', sql: value });
export const integer = (value: RawBuilder<unknown>): ResoField => ({
  type: 'Edm.Int64',
  sql: value,
});
export const flag = (value: RawBuilder<unknown>): ResoField => ({
  type: 'Edm.Boolean',
  sql: value,
});
export const time = (value: RawBuilder<unknown>): ResoField => ({
  type: 'Edm.DateTimeOffset',
  sql: value,
});
const decimal = (value: RawBuilder<unknown>): ResoField => ({ type: 'Edm.Decimal', sql: value });
const day = (value: RawBuilder<unknown>): ResoField => ({ type: 'Edm.Date', sql: value });

/** Defines a field with the values of a lookup. */
export const lookup = (
  name: string,
  values: readonly string[] | undefined,
  value: RawBuilder<unknown>,
): ResoField => ({
  type: 'Edm.String',
  lookup: values === undefined ? { name } : { name, values },
  sql: value,
});
const lookups = (
  name: string,
  values: readonly string[],
  value: RawBuilder<unknown>,
): ResoField => ({
  ...lookup(name, values, value),
  isCollection: true,
});

/** Builds `case column when 'a' then 'A' … end`. */
function mapColumn(
  column: RawBuilder<unknown>,
  names: Record<string, string>,
): RawBuilder<unknown> {
  const whenClauses = Object.entries(names).map(
    ([value, name]) => sql`when ${sql.lit(value)} then ${sql.lit(name)}`,
  );
  return sql`case ${column} ${sql.join(whenClauses, sql` `)} end`;
}

const textArray = (values: readonly string[]) =>
  sql`array[${sql.join(values.map((value) => sql.lit(value)))}]::text[]`;

const PETS_ARRAYS = sql.join(
  Object.entries(PETS_NAMES).map(
    ([value, names]) => sql`when ${sql.lit(value)} then ${textArray(names)}`,
  ),
  sql` `,
);

/** Defines the fields for features: each is either a flag or a list of values. */
function buildFeatureFields(): ResoFields {
  const codesByField = Map.groupBy(FEATURE_CODES, (code) => FEATURE_FIELDS[code].field);
  const entries = [...codesByField].map(([field, codes]): [string, ResoField] => {
    const parts = codes.flatMap((code) => {
      const target = FEATURE_FIELDS[code];
      const isPresent = sql`p.features @> ${sql.lit(`{${code}}`)}::text[]`;
      return 'values' in target ? target.values.map((value) => ({ isPresent, value })) : [];
    });
    if (parts.length === 0)
      return [field, flag(sql`p.features @> ${sql.lit(`{${codes.join(',')}}`)}::text[]`)];
    const values = parts.map(
      ({ isPresent, value }) => sql`case when ${isPresent} then ${sql.lit(value)} end`,
    );
    return [
      field,
      lookups(
        field,
        parts.map(({ value }) => value),
        sql`array_remove(array[${sql.join(values)}]::text[], null)`,
      ),
    ];
  });
  return Object.fromEntries(entries);
}

/** Selects a value from a listing's attribution. */
const selectAttributedValue = (name: 'agentName' | 'officeName' | 'agentPhone') =>
  sql`p.attribution ->> ${sql.lit(name)}`;

/**
 * Defines the fields of a listing `p` with its agent `u`.
 *
 * @param isPrivate whether to include data for the listing's agent, such as the real address, the
 *   expiration, and a key for importing the file elsewhere
 */
function buildPropertyFields(isPrivate: boolean): ResoFields {
  // Public fields must not identify a home that must not be displayed on the internet.
  const ifDisplayed = (value: RawBuilder<unknown>, fallback = sql`null`) =>
    isPrivate ? value : sql`case when p.is_displayed then ${value} else ${fallback} end`;
  const locationColumn = (name: 'address' | 'latitude' | 'longitude') => {
    const shown = sql.ref(`p.${name}`);
    if (isPrivate) return sql`coalesce(${sql.ref(`p.private_${name}`)}, ${shown})`;
    return ifDisplayed(
      shown,
      name === 'address' ? sql`'Address withheld'` : sql`round(${shown}::numeric, 2)::float8`,
    );
  };
  // Private files contain names and phone numbers only from attributions. Those of the listing's own
  // agent would become an attribution if another account imported the file.
  const listedBy = (name: 'agentName' | 'officeName' | 'agentPhone', own: RawBuilder<unknown>) =>
    isPrivate
      ? selectAttributedValue(name)
      : sql`case when p.attribution is null then ${own} else ${selectAttributedValue(name)} end`;
  const selectOfficeColumn = (column: 'id' | 'name' | 'phone') => sql`(
    select ${sql.ref(`o.${column}`)} from office_members om join offices o on o.id = om.office_id
    where om.user_id = p.agent_id)`;
  return {
    ListingKey: text(isPrivate ? LISTING_KEY : sql`p.id::text`),
    ListingId: text(ifDisplayed(sql`p.mls_number`)),
    OriginatingSystemName: text(sql`${EXPORTING_SYSTEM}::text`),
    // A derived key (`deriveKey` in reso-mapping.ts) is a hash that would confirm a guessed address, and a
    // key generated by this site's export is not the key of another system.
    OriginatingSystemKey: text(
      ifDisplayed(sql`case when p.listing_key !~ ('^(row-[0-9a-f]{32}$|doorstep-' || p.id || '-)')
        then regexp_replace(p.listing_key, '^source:[0-9]+:', '') end`),
    ),
    StandardStatus: lookup(
      'StandardStatus',
      STANDARD_STATUSES,
      sql`case when p.is_available and p.is_under_contract then 'Active Under Contract'
        when p.is_available then 'Active'
        when p.is_off_market or not p.is_displayed
          or exists (select from hidden_properties h where h.property_id = p.id) then 'Withdrawn'
        else 'Closed' end`,
    ),
    PropertyType: lookup(
      'PropertyType',
      Object.values(OFFER_NAMES),
      mapColumn(sql`p.status`, OFFER_NAMES),
    ),
    PropertySubType: lookup(
      'PropertySubType',
      Object.values(TYPE_NAMES),
      mapColumn(sql`p.property_type`, TYPE_NAMES),
    ),
    ListPrice: decimal(sql`p.price`),
    OriginalListPrice: decimal(sql`p.original_price`),
    PreviousListPrice: decimal(sql`p.previous_price`),
    PriceChangeTimestamp: time(sql`p.price_changed_at`),
    LeaseAmountFrequency: lookup(
      'FeeFrequency',
      ['Monthly'],
      sql`case when p.status = 'For Rent' then 'Monthly' end`,
    ),
    Title: text(ifDisplayed(sql`p.title`)),
    PublicRemarks: text(ifDisplayed(sql`p.description`)),
    BedroomsTotal: integer(sql`p.bedrooms`),
    BathroomsTotalInteger: integer(sql`p.bathrooms`),
    LivingArea: decimal(sql`p.sqft`),
    LivingAreaUnits: lookup('AreaUnits', ['Square Feet'], sql`'Square Feet'::text`),
    UnparsedAddress: text(locationColumn('address')),
    City: lookup('City', undefined, sql`p.city`),
    StateOrProvince: lookup('StateOrProvince', undefined, sql`p.state`),
    PostalCode: text(
      isPrivate
        ? sql`coalesce(p.private_zip_code, p.zip_code)`
        : ifDisplayed(sql`p.zip_code`, sql`withheld_zip(p.zip_code)`),
    ),
    Latitude: { type: 'Edm.Double', sql: locationColumn('latitude') },
    Longitude: { type: 'Edm.Double', sql: locationColumn('longitude') },
    YearBuilt: integer(sql`p.year_built`),
    LotSizeSquareFeet: decimal(sql`p.lot_sqft`),
    Stories: integer(sql`p.stories`),
    ParkingTotal: decimal(sql`p.parking_spaces`),
    AssociationFee: decimal(sql`p.hoa_fee`),
    AssociationFeeFrequency: lookup(
      'FeeFrequency',
      ['Monthly'],
      sql`case when p.hoa_fee is not null then 'Monthly' end`,
    ),
    TaxAnnualAmount: decimal(sql`p.tax_annual`),
    PetsAllowed: lookups(
      'PetsAllowed',
      ['Cats OK', 'Dogs OK', 'No'],
      sql`case p.pets ${PETS_ARRAYS} else '{}'::text[] end`,
    ),
    Furnished: lookup(
      'Furnished',
      Object.values(FURNISHED_NAMES),
      mapColumn(sql`p.furnished`, FURNISHED_NAMES),
    ),
    AvailabilityDate: day(sql`p.available_from`),
    LeaseTerm: lookup(
      'LeaseTerm',
      undefined,
      sql`case when p.lease_months = 1 then 'Month To Month' else p.lease_months || ' Months' end`,
    ),
    SecurityDeposit: decimal(sql`p.deposit`),
    VirtualTourURLUnbranded: text(ifDisplayed(sql`p.virtual_tour_url`)),
    ...buildFeatureFields(),
    OnMarketDate: day(sql`(p.created_at at time zone 'UTC')::date`),
    ...(isPrivate && { ExpirationDate: day(sql`p.expires_on`) }),
    OriginalEntryTimestamp: time(sql`p.created_at`),
    ModificationTimestamp: time(sql`p.updated_at`),
    InternetEntireListingDisplayYN: flag(sql`p.is_displayed`),
    InternetAddressDisplayYN: flag(sql`p.is_address_displayed`),
    ListAgentKey: text(sql`p.agent_id::text`),
    ListAgentFullName: text(listedBy('agentName', sql`u.name`)),
    ListAgentEmail: text(sql`u.email`),
    ListAgentPreferredPhone: text(listedBy('agentPhone', sql`u.phone`)),
    ListOfficeKey: text(sql`${selectOfficeColumn('id')}::text`),
    ListOfficeName: text(listedBy('officeName', selectOfficeColumn('name'))),
    ListOfficePhone: text(
      isPrivate ? sql`null::text` : listedBy('agentPhone', selectOfficeColumn('phone')),
    ),
  };
}

/** Fields for public use, without withheld addresses. */
export const PUBLIC_PROPERTY_FIELDS = buildPropertyFields(false);

/**
 * Fields for files exported by a listing's agent or an admin. Select them from `properties p join
 * users u on u.id = p.agent_id`.
 */
export const PRIVATE_PROPERTY_FIELDS = buildPropertyFields(true);

/** Selects days as text because the driver would convert them to times. */
const asSelected = (field: ResoField) =>
  field.type === 'Edm.Date' ? sql`(${field.sql})::text` : field.sql;

/** Builds a select list with columns named after the fields. */
export function selectFields(fields: ResoFields): RawBuilder<unknown> {
  return sql.join(
    Object.entries(fields).map(([name, field]) => sql`${asSelected(field)} as ${sql.ref(name)}`),
    sql`, `,
  );
}

/** Converts a value to JSON: times in ISO 8601, numbers as numbers. */
export function toJsonValue({ type }: ResoField, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' && /^Edm\.(?:Int64|Decimal|Double)$/.test(type))
    return Number(value);
  return value;
}

/** Converts a value to a CSV cell: null to empty text, and lists to comma-separated values. */
export function toCell(field: ResoField, value: unknown): string {
  const json = toJsonValue(field, value);
  if (json === null) return '';
  return Array.isArray(json) ? json.join(',') : String(json);
}
