/**
 * Defines every field that agents fill in for a listing: its kind, range, label, and RESO Data Dictionary names for the
 * import. Database columns, schemas, the read model, the form, and its draft are derived from these definitions or
 * checked against them by the compiler (CONTRIBUTING.md, How to add).
 */

import {
  MAX_DEPOSIT,
  MAX_HOA_FEE,
  MAX_LATITUDE,
  MAX_LEASE_MONTHS,
  MAX_LONG_TEXT_LENGTH,
  MAX_LONGITUDE,
  MAX_LOT_SQFT,
  MAX_MLS_NUMBER_LENGTH,
  MAX_PARKING,
  MAX_PRICE,
  MIN_PROPERTY_LENGTH,
  MAX_ROOMS,
  MAX_SHORT_TEXT_LENGTH,
  MAX_SQFT,
  MAX_STORIES,
  MAX_TAX_ANNUAL,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
  MIN_YEAR_BUILT,
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
  /**
   * The message if the value is missing, too short, or not one of the choices. Fields without this message are facts,
   * which can be empty.
   */
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
    minLength: MIN_PROPERTY_LENGTH.title,
    maxLength: MAX_TITLE_LENGTH,
    required: 'Title must be at least 5 characters long.',
  },
  description: {
    kind: 'text',
    label: 'Description',
    reso: ['PublicRemarks'],
    minLength: MIN_PROPERTY_LENGTH.description,
    maxLength: MAX_LONG_TEXT_LENGTH,
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
    maximum: MAX_PRICE,
    required: 'Price is required.',
  },
  bedrooms: {
    kind: 'integer',
    label: 'Bedrooms',
    reso: ['BedroomsTotal'],
    minimum: 0,
    maximum: MAX_ROOMS,
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
    maximum: MAX_ROOMS,
    required: 'Bathrooms are required.',
  },
  sqft: {
    kind: 'integer',
    label: 'Square footage',
    reso: ['LivingArea', 'LivingAreaUnits'],
    minimum: 0,
    maximum: MAX_SQFT,
    required: 'Square footage is required.',
  },
  address: {
    kind: 'text',
    label: 'Address',
    reso: ['UnparsedAddress'],
    minLength: MIN_PROPERTY_LENGTH.address,
    maxLength: MAX_SHORT_TEXT_LENGTH,
    required: 'Address is required.',
  },
  city: {
    kind: 'text',
    label: 'City',
    reso: ['City'],
    minLength: MIN_PROPERTY_LENGTH.city,
    maxLength: MAX_SHORT_TEXT_LENGTH,
    required: 'City is required.',
  },
  state: {
    kind: 'text',
    label: 'State',
    reso: ['StateOrProvince'],
    minLength: MIN_PROPERTY_LENGTH.state,
    maxLength: MAX_SHORT_TEXT_LENGTH,
    required: 'State is required.',
  },
  zipCode: {
    kind: 'text',
    label: 'ZIP code',
    reso: ['PostalCode'],
    minLength: MIN_PROPERTY_LENGTH.zipCode,
    maxLength: MAX_SHORT_TEXT_LENGTH,
    required: 'A valid ZIP code is required.',
  },
  latitude: {
    kind: 'decimal',
    label: 'Latitude',
    reso: ['Latitude'],
    minimum: -MAX_LATITUDE,
    maximum: MAX_LATITUDE,
    required: 'Latitude is required.',
  },
  longitude: {
    kind: 'decimal',
    label: 'Longitude',
    reso: ['Longitude'],
    minimum: -MAX_LONGITUDE,
    maximum: MAX_LONGITUDE,
    required: 'Longitude is required.',
  },

  yearBuilt: {
    kind: 'year',
    label: 'Year built',
    reso: ['YearBuilt'],
    minimum: MIN_YEAR_BUILT,
    yearsAhead: 5,
  },
  lotSqft: {
    kind: 'integer',
    label: 'Lot size',
    reso: ['LotSizeSquareFeet', 'LotSizeAcres'],
    minimum: 1,
    maximum: MAX_LOT_SQFT,
  },
  stories: {
    kind: 'integer',
    label: 'Stories',
    reso: ['Stories', 'StoriesTotal'],
    minimum: 1,
    maximum: MAX_STORIES,
  },
  parkingSpaces: {
    kind: 'integer',
    label: 'Parking spaces',
    reso: ['ParkingTotal', 'GarageSpaces', 'CarportSpaces'],
    minimum: 0,
    maximum: MAX_PARKING,
  },
  hoaFee: {
    kind: 'money',
    label: 'HOA fee',
    reso: ['AssociationFee', 'AssociationFeeFrequency'],
    minimum: 0,
    maximum: MAX_HOA_FEE,
  },
  taxAnnual: {
    kind: 'money',
    label: 'Annual tax',
    reso: ['TaxAnnualAmount'],
    minimum: 0,
    maximum: MAX_TAX_ANNUAL,
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
    maximum: MAX_LEASE_MONTHS,
    only: 'For Rent',
  },
  deposit: {
    kind: 'money',
    label: 'Deposit',
    reso: ['SecurityDeposit'],
    minimum: 0,
    maximum: MAX_DEPOSIT,
    only: 'For Rent',
  },
  virtualTourUrl: {
    kind: 'url',
    label: 'Virtual tour',
    reso: ['VirtualTourURLUnbranded'],
    maxLength: MAX_URL_LENGTH,
  },
  mlsNumber: {
    kind: 'text',
    label: 'MLS number',
    reso: ['ListingId'],
    minLength: 0,
    maxLength: MAX_MLS_NUMBER_LENGTH,
  },
} as const satisfies Record<string, PropertyField>;

type Fields = typeof PROPERTY_FIELDS;

/** The name of a field. */
export type FieldName = keyof Fields;

/** The name of a required field. */
export type BaseName = {
  [Name in FieldName]: Fields[Name] extends { required: string } ? Name : never;
}[FieldName];

/** The name of a fact. */
export type FactName = Exclude<FieldName, BaseName>;

/** The name of a fact that is a plain number or money. By default, all of these are parsed, shown, and edited alike. */
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

/** The values of the required fields. */
export type BaseFields = { [Name in BaseName]: FieldValue<Fields[Name]> };

/** The facts. Null means unknown; unknown features are an empty list. */
export type PropertyFacts = {
  [Name in FactName]: Fields[Name]['kind'] extends 'codes'
    ? FeatureCode[]
    : FieldValue<Fields[Name]> | null;
};

// The cast is safe because the type covers all keys of the object.
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

// The cast is safe because every fact gets a value.
/** The facts of a listing that has none. */
export const NO_FACTS: PropertyFacts = Object.fromEntries(
  FACT_NAMES.map((name) => [name, PROPERTY_FIELDS[name].kind === 'codes' ? [] : null]),
) as unknown as PropertyFacts;
