/**
 * Defines every field that agents fill in for a listing: its kind, range, label, and RESO Data Dictionary names for the
 * import. Database columns, schemas, the read model, the form, and its draft are derived from these definitions or
 * checked against them by the compiler (CONTRIBUTING.md, How to add).
 */

import {
  DEPOSIT_MAX,
  HOA_FEE_MAX,
  LATITUDE_MAX,
  LEASE_MONTHS_MAX,
  LONG_TEXT_MAX_LENGTH,
  LONGITUDE_MAX,
  LOT_SQFT_MAX,
  MLS_NUMBER_MAX_LENGTH,
  PARKING_MAX,
  PRICE_MAX,
  PROPERTY_MIN_LENGTH,
  ROOMS_MAX,
  SHORT_TEXT_MAX_LENGTH,
  SQFT_MAX,
  STORIES_MAX,
  TAX_ANNUAL_MAX,
  TITLE_MAX_LENGTH,
  URL_MAX_LENGTH,
  YEAR_BUILT_MIN,
} from '../limits.ts';
import { joinWithOr } from '../format/join-with-or.ts';
import { RESO_FEATURE_FIELDS } from './reso-feature-fields.ts';
import {
  type FeatureCode,
  FURNISHED,
  PETS,
  PROPERTY_STATUSES,
  PROPERTY_TYPES,
  type PropertyStatus,
} from '../property-choices.ts';

type FieldBase = {
  /** The name in forms and messages. */
  label: string;
  /**
   * RESO Data Dictionary fields. The first field with a value is used. `Title`, `SecurityDeposit`, and `SmokeFreeYN` are
   * additions to the dictionary.
   */
  reso: readonly string[];
  /** The message if the field is missing. Fields without this message are facts, which can be empty. */
  required?: string;
  /** The status of listings that the field applies to; all if absent. */
  only?: PropertyStatus;
};

/** A number. `money` is US dollars to the cent. */
export type NumberField = FieldBase & {
  kind: 'integer' | 'decimal' | 'money';
  minimum: number;
  maximum: number;
};

/** A listing field. `year` can be some years in the future, and `codes` is a list of feature codes. */
export type PropertyField =
  | NumberField
  | (FieldBase & { kind: 'text'; minLength: number; maxLength: number })
  | (FieldBase & { kind: 'choice'; choices: readonly string[] })
  | (FieldBase & { kind: 'year'; minimum: number; yearsAhead: number })
  | (FieldBase & { kind: 'codes' })
  | (FieldBase & { kind: 'day' })
  | (FieldBase & { kind: 'url'; maxLength: number });

/** The fields, starting with the required fields (docs/product/listings.md, Fields and Facts). */
export const PROPERTY_FIELDS = {
  title: {
    kind: 'text',
    label: 'Title',
    reso: ['Title'],
    minLength: PROPERTY_MIN_LENGTH.title,
    maxLength: TITLE_MAX_LENGTH,
    required: 'Title must be at least 5 characters long.',
  },
  description: {
    kind: 'text',
    label: 'Description',
    reso: ['PublicRemarks'],
    minLength: PROPERTY_MIN_LENGTH.description,
    maxLength: LONG_TEXT_MAX_LENGTH,
    required: 'Description must be at least 20 characters.',
  },
  propertyType: {
    kind: 'choice',
    label: 'Property type',
    reso: ['PropertySubType'],
    choices: PROPERTY_TYPES,
    required: `Property type must be ${joinWithOr(PROPERTY_TYPES)}.`,
  },
  status: {
    kind: 'choice',
    label: 'Status',
    reso: ['PropertyType'],
    choices: PROPERTY_STATUSES,
    required: 'Status must be For Sale or For Rent.',
  },
  price: {
    kind: 'money',
    label: 'Price',
    reso: ['ListPrice'],
    minimum: 0,
    maximum: PRICE_MAX,
    required: 'Price is required.',
  },
  bedrooms: {
    kind: 'integer',
    label: 'Bedrooms',
    reso: ['BedroomsTotal'],
    minimum: 0,
    maximum: ROOMS_MAX,
    required: 'Bedrooms are required.',
  },
  bathrooms: {
    kind: 'integer',
    label: 'Bathrooms',
    reso: [
      'BathroomsTotalInteger',
      'BathroomsFull',
      'BathroomsThreeQuarter',
      'BathroomsHalf',
      'BathroomsOneQuarter',
    ],
    minimum: 0,
    maximum: ROOMS_MAX,
    required: 'Bathrooms are required.',
  },
  sqft: {
    kind: 'integer',
    label: 'Square footage',
    reso: ['LivingArea', 'LivingAreaUnits'],
    minimum: 0,
    maximum: SQFT_MAX,
    required: 'Square footage is required.',
  },
  address: {
    kind: 'text',
    label: 'Address',
    reso: ['UnparsedAddress'],
    minLength: PROPERTY_MIN_LENGTH.address,
    maxLength: SHORT_TEXT_MAX_LENGTH,
    required: 'Address is required.',
  },
  city: {
    kind: 'text',
    label: 'City',
    reso: ['City'],
    minLength: PROPERTY_MIN_LENGTH.city,
    maxLength: SHORT_TEXT_MAX_LENGTH,
    required: 'City is required.',
  },
  state: {
    kind: 'text',
    label: 'State',
    reso: ['StateOrProvince'],
    minLength: PROPERTY_MIN_LENGTH.state,
    maxLength: SHORT_TEXT_MAX_LENGTH,
    required: 'State is required.',
  },
  zipCode: {
    kind: 'text',
    label: 'ZIP code',
    reso: ['PostalCode'],
    minLength: PROPERTY_MIN_LENGTH.zipCode,
    maxLength: SHORT_TEXT_MAX_LENGTH,
    required: 'A valid ZIP code is required.',
  },
  latitude: {
    kind: 'decimal',
    label: 'Latitude',
    reso: ['Latitude'],
    minimum: -LATITUDE_MAX,
    maximum: LATITUDE_MAX,
    required: 'Latitude is required.',
  },
  longitude: {
    kind: 'decimal',
    label: 'Longitude',
    reso: ['Longitude'],
    minimum: -LONGITUDE_MAX,
    maximum: LONGITUDE_MAX,
    required: 'Longitude is required.',
  },

  yearBuilt: {
    kind: 'year',
    label: 'Year built',
    reso: ['YearBuilt'],
    minimum: YEAR_BUILT_MIN,
    yearsAhead: 5,
  },
  lotSqft: {
    kind: 'integer',
    label: 'Lot size',
    reso: ['LotSizeSquareFeet', 'LotSizeAcres'],
    minimum: 1,
    maximum: LOT_SQFT_MAX,
  },
  stories: {
    kind: 'integer',
    label: 'Stories',
    reso: ['Stories', 'StoriesTotal'],
    minimum: 1,
    maximum: STORIES_MAX,
  },
  parkingSpaces: {
    kind: 'integer',
    label: 'Parking spaces',
    reso: ['ParkingTotal', 'GarageSpaces', 'CarportSpaces'],
    minimum: 0,
    maximum: PARKING_MAX,
  },
  hoaFee: {
    kind: 'money',
    label: 'HOA fee',
    reso: ['AssociationFee', 'AssociationFeeFrequency'],
    minimum: 0,
    maximum: HOA_FEE_MAX,
  },
  taxAnnual: {
    kind: 'money',
    label: 'Annual tax',
    reso: ['TaxAnnualAmount'],
    minimum: 0,
    maximum: TAX_ANNUAL_MAX,
    only: 'For Sale',
  },
  features: {
    kind: 'codes',
    label: 'Features',
    reso: RESO_FEATURE_FIELDS,
  },
  pets: {
    kind: 'choice',
    label: 'Pets',
    reso: ['PetsAllowed'],
    choices: PETS,
    only: 'For Rent',
  },
  furnished: {
    kind: 'choice',
    label: 'Furnished',
    reso: ['Furnished'],
    choices: FURNISHED,
    only: 'For Rent',
  },
  availableFrom: {
    kind: 'day',
    label: 'Available from',
    reso: ['AvailabilityDate'],
    only: 'For Rent',
  },
  leaseMonths: {
    kind: 'integer',
    label: 'Lease months',
    reso: ['LeaseTerm'],
    minimum: 1,
    maximum: LEASE_MONTHS_MAX,
    only: 'For Rent',
  },
  deposit: {
    kind: 'money',
    label: 'Deposit',
    reso: ['SecurityDeposit'],
    minimum: 0,
    maximum: DEPOSIT_MAX,
    only: 'For Rent',
  },
  virtualTourUrl: {
    kind: 'url',
    label: 'Virtual tour',
    reso: ['VirtualTourURLUnbranded'],
    maxLength: URL_MAX_LENGTH,
  },
  mlsNumber: {
    kind: 'text',
    label: 'MLS number',
    reso: ['ListingId'],
    minLength: 0,
    maxLength: MLS_NUMBER_MAX_LENGTH,
  },
} as const satisfies Record<string, PropertyField>;

type Fields = typeof PROPERTY_FIELDS;

/** The name of a field. */
export type FieldName = keyof Fields;

/** The fields that every listing has. */
export type BaseName = {
  [Name in FieldName]: Fields[Name] extends { required: string } ? Name : never;
}[FieldName];

/** The optional fields. */
export type FactName = Exclude<FieldName, BaseName>;

/** The facts that are plain numbers or money. By default, they are parsed, shown, and edited the same way. */
export type NumberName = {
  [Name in FactName]: Fields[Name]['kind'] extends 'integer' | 'money' ? Name : never;
}[FactName];

/** The value of a known field. Days are `YYYY-MM-DD`. */
export type FieldValue<Field> = Field extends { kind: 'integer' | 'decimal' | 'money' | 'year' }
  ? number
  : Field extends { choices: readonly (infer Choice)[] }
    ? Choice
    : Field extends { kind: 'codes' }
      ? FeatureCode[]
      : string;

/** The fields that every listing has, as numbers and strings. */
export type BaseFields = { [Name in BaseName]: FieldValue<Fields[Name]> };

/** The facts. Null means unknown; unknown features are an empty list. */
export type PropertyFacts = {
  [Name in FactName]: Fields[Name]['kind'] extends 'codes'
    ? FeatureCode[]
    : FieldValue<Fields[Name]> | null;
};

// The type lists all keys of the object.
/** All fields in form order. */
export const FIELD_NAMES = Object.keys(PROPERTY_FIELDS) as FieldName[];

/** Returns whether a field is a fact, which can be empty. */
export const isFact = (name: FieldName): name is FactName => !('required' in PROPERTY_FIELDS[name]);

/** The facts in form order. */
export const FACT_NAMES: readonly FactName[] = FIELD_NAMES.filter(isFact);

/** The required fields in form order. */
export const BASE_NAMES: readonly BaseName[] = FIELD_NAMES.filter(
  (name): name is BaseName => !isFact(name),
);

/** A listing without facts. */
export const NO_FACTS: PropertyFacts = Object.fromEntries(
  FACT_NAMES.map((name) => [name, PROPERTY_FIELDS[name].kind === 'codes' ? [] : null]),
  // Every fact has a value.
) as unknown as PropertyFacts;
