/** Reads listing facts from a RESO record (docs/product/import.md, Facts). */

import { MAX_MLS_NUMBER_LENGTH } from '#shared/limits.ts';
import { isValidDate, rangeOf } from '#shared/properties/field-ranges.ts';
import {
  FACT_NAMES,
  type FactName,
  type NumberName,
  PROPERTY_FIELDS,
  type PropertyFacts,
} from '#shared/properties/property-fields.ts';
import type { FeatureCode, PropertyType } from '#shared/property-choices.ts';
import { formFieldSchema } from '#shared/schemas/properties/property-field.ts';
import {
  FEATURE_COLUMNS,
  FEE_MONTHS,
  FURNISHED_LOOKUP,
  type FeatureColumn,
  NONE_VALUES,
  LEASE_MONTH_TO_MONTH,
  PETS_LOOKUP,
  SQUARE_FEET_PER_ACRE,
  BOOLEAN_LOOKUP,
} from './fact-lookups.ts';
import {
  isEmpty,
  readLookupList,
  quoteValue,
  readLookup,
  readMoney,
  readNumber,
  readText,
} from './reso-values.ts';
import type { ResoRecord } from './reso-record.ts';

type ReadFact = Exclude<FactName, 'features'>;

/** A record's facts. Absent facts keep their value; null clears a fact. */
export type ImportFacts = {
  facts: { [Name in ReadFact]?: PropertyFacts[Name] };
  /**
   * `covered` are all codes that the record's columns can set. Of these, the listing gets those in
   * `present` and loses the others.
   */
  features: { present: FeatureCode[]; covered: FeatureCode[] };
  /** Rejected values, each as `YearBuilt is "1066"`. */
  rejected: string[];
};

/** A value; null if empty, undefined if missing or rejected. `invalidColumns` have rejected values. */
type ReadResult<T> = { value: T | null | undefined; invalidColumns: readonly string[] };

const MISSING: ReadResult<never> = { value: undefined, invalidColumns: [] };
const hasColumn = (record: ResoRecord, column: string) => record[column] !== undefined;

/** Reads one column. Rejects the value if `read` returns undefined. */
function readColumn<T>(
  record: ResoRecord,
  column: string,
  read: (value: unknown) => T | null | undefined,
): ReadResult<T> {
  if (!hasColumn(record, column)) return MISSING;
  const raw = record[column];
  if (isEmpty(raw)) return { value: null, invalidColumns: [] };
  const value = read(raw);
  return value === undefined ? { value, invalidColumns: [column] } : { value, invalidColumns: [] };
}

/**
 * Returns the first value of several columns. Without a value, returns undefined if one was
 * rejected, and null if all existing columns are empty.
 */
function firstValue<T>(...readings: readonly ReadResult<T>[]): ReadResult<T> {
  const invalidColumns = readings.flatMap((reading) => reading.invalidColumns);
  const values = readings.map(({ value }) => value).filter((value) => value !== undefined);
  return {
    value:
      values.find((value) => value !== null) ?? (invalidColumns.length > 0 ? undefined : values[0]),
    invalidColumns,
  };
}

/** Creates a reader for numbers within a fact's range. Rounds money to cents. */
function createNumberReader(name: ReadFact, now: Date, factor = 1, isRounded = false) {
  const field = PROPERTY_FIELDS[name];
  if (!('minimum' in field)) throw new Error(`${name} is not a number.`);
  const { minimum, maximum } = rangeOf(field, now);
  return (raw: unknown): number | undefined => {
    const number = field.kind === 'money' ? readMoney(raw) : readNumber(raw);
    if (number === null) return undefined;
    const value =
      field.kind === 'money'
        ? Math.round(number * factor * 100) / 100
        : isRounded
          ? Math.round(number * factor)
          : number * factor;
    const isValid = field.kind === 'money' || Number.isInteger(value);
    return isValid && value >= minimum && value <= maximum ? value : undefined;
  };
}

type Context = { now: Date; propertyType: PropertyType };
type Readers = {
  [Name in ReadFact]: (
    record: ResoRecord,
    context: Context,
  ) => ReadResult<NonNullable<PropertyFacts[Name]>>;
};

/**
 * Readers by fact. Numbers without an entry are read from the first column with a value; any other
 * fact without an entry is a type error.
 */
const READERS: Omit<Readers, NumberName> & Partial<Pick<Readers, NumberName>> = {
  yearBuilt: (record, { now }) =>
    readColumn(record, 'YearBuilt', createNumberReader('yearBuilt', now)),
  lotSqft: (record, { now }) => {
    // Feeds use 0 for unknown values.
    const readLot = (column: string, factor: number) =>
      readColumn(record, column, (raw) =>
        readNumber(raw) === 0 ? null : createNumberReader('lotSqft', now, factor, true)(raw),
      );
    return firstValue(
      readLot('LotSizeSquareFeet', 1),
      readLot('LotSizeAcres', SQUARE_FEET_PER_ACRE),
    );
  },
  stories: (record, { now, propertyType }) => {
    const read = createNumberReader('stories', now);
    // For other types, `StoriesTotal` counts the building's stories.
    const total = propertyType === 'House' ? readColumn(record, 'StoriesTotal', read) : MISSING;
    return firstValue(readColumn(record, 'Stories', read), total);
  },
  parkingSpaces: (record, { now }) => {
    const read = createNumberReader('parkingSpaces', now);
    const total = readColumn(record, 'ParkingTotal', read);
    if (typeof total.value === 'number') return total;
    const parts = ['GarageSpaces', 'CarportSpaces'].map((column) =>
      readColumn(record, column, read),
    );
    const known = parts.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    const sum = known.reduce((total, value) => total + value, 0);
    const invalidColumns = parts.flatMap((part) => part.invalidColumns);
    if (invalidColumns.length > 0)
      return { value: undefined, invalidColumns: [...total.invalidColumns, ...invalidColumns] };
    if (known.length > 0)
      return read(sum) === undefined
        ? { value: undefined, invalidColumns: [...total.invalidColumns, 'GarageSpaces'] }
        : { value: sum, invalidColumns: total.invalidColumns };
    return firstValue(total, ...parts);
  },
  hoaFee: (record, { now }) => {
    const column = 'AssociationFeeFrequency';
    const frequency = record[column];
    const months =
      !hasColumn(record, column) || isEmpty(frequency)
        ? 1
        : FEE_MONTHS.get(readLookup(frequency) ?? '');
    if (months === undefined && !isEmpty(record['AssociationFee'] ?? null))
      return { value: undefined, invalidColumns: ['AssociationFee', column] };
    return readColumn(
      record,
      'AssociationFee',
      createNumberReader('hoaFee', now, 1 / (months ?? 1)),
    );
  },
  pets: (record) =>
    readColumn(record, 'PetsAllowed', (raw) => {
      const pets = readLookupList(raw).map((value) => PETS_LOOKUP.get(value));
      const [first] = pets;
      if (pets.includes(undefined) || first === undefined) return undefined;
      if (new Set(pets).size === 1) return first;
      return pets.includes('none') ? undefined : ('cats_and_dogs' as const);
    }),
  furnished: (record) =>
    readColumn(record, 'Furnished', (raw) => FURNISHED_LOOKUP.get(readLookup(raw) ?? '')),
  availableFrom: (record) =>
    readColumn(record, 'AvailabilityDate', (raw) => {
      const text = readText(raw) ?? '';
      const day = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text)?.[0] ?? '';
      return isValidDate(day) ? day : undefined;
    }),
  leaseMonths: (record, { now }) =>
    readColumn(record, 'LeaseTerm', (raw) => {
      if (readLookup(raw) === LEASE_MONTH_TO_MONTH) return 1;
      const [, count, unit] =
        /^(\d+(?:\.\d+)?)[\s-]*(months?|years?)$/i.exec(readText(raw) ?? '') ?? [];
      if (count === undefined || unit === undefined) return undefined;
      return createNumberReader('leaseMonths', now, /^y/i.test(unit) ? 12 : 1)(count);
    }),
  virtualTourUrl: (record) =>
    readColumn(record, 'VirtualTourURLUnbranded', (raw) => {
      const text = readText(raw) ?? '';
      return text !== '' && formFieldSchema(PROPERTY_FIELDS.virtualTourUrl).safeParse(text).success
        ? text
        : undefined;
    }),
  mlsNumber: (record) =>
    readColumn(record, 'ListingId', (raw) => {
      const text = readText(raw);
      return text !== null && text.length > MAX_MLS_NUMBER_LENGTH ? undefined : text;
    }),
};

/** Reads one fact from a record. */
function readFact(name: ReadFact, record: ResoRecord, context: Context): ReadResult<unknown> {
  const read = READERS[name];
  if (read !== undefined) return read(record, context);
  const columns = PROPERTY_FIELDS[name].reso;
  return firstValue(
    ...columns.map((column) => readColumn(record, column, createNumberReader(name, context.now))),
  );
}

/** Returns the feature codes that a column sets; undefined for an unreadable value. */
function readFeatureCodes(column: FeatureColumn, raw: unknown): readonly FeatureCode[] | undefined {
  if (isEmpty(raw)) return [];
  if (column.kind === 'yes or no') {
    const isYes = BOOLEAN_LOOKUP.get(String(raw).trim().toLowerCase());
    return isYes === undefined ? undefined : isYes ? [column.code] : [];
  }
  const values = readLookupList(raw);
  if (values.length === 0) return undefined;
  const knownValues = values.filter((value) => !NONE_VALUES.has(value));
  if (column.kind !== 'list') return knownValues.length > 0 ? [column.code] : [];
  return column.values.flatMap(({ all, code }) =>
    all.every((value) => knownValues.includes(value)) ? [code] : [],
  );
}

function readFeatures(record: ResoRecord): ImportFacts['features'] & { invalidColumns: string[] } {
  const present = new Set<FeatureCode>();
  const covered = new Set<FeatureCode>();
  const invalidColumns: string[] = [];
  for (const [name, column] of Object.entries(FEATURE_COLUMNS)) {
    if (!hasColumn(record, name)) continue;
    const codes = readFeatureCodes(column, record[name]);
    if (codes === undefined) {
      invalidColumns.push(name);
      continue;
    }
    for (const code of column.kind === 'list'
      ? column.values.map((value) => value.code)
      : [column.code])
      covered.add(code);
    for (const code of codes) present.add(code);
  }
  return { present: [...present], covered: [...covered], invalidColumns };
}

/**
 * Reads a record's facts.
 *
 * @param context.now the current time, which limits the year built
 */
export function readFacts(
  record: ResoRecord,
  context: { now: Date; propertyType: PropertyType },
): ImportFacts {
  const { invalidColumns, ...features } = readFeatures(record);
  const readings = FACT_NAMES.flatMap((name) =>
    name === 'features' ? [] : [[name, readFact(name, record, context)] as const],
  );
  const known = readings.filter(([, { value }]) => value !== undefined);
  const rejected = [
    ...readings.flatMap(([, reading]) => reading.invalidColumns),
    ...invalidColumns,
  ];
  return {
    facts: Object.fromEntries(
      known.map(([name, { value }]) => [name, value]),
    ) as ImportFacts['facts'],
    features,
    rejected: rejected.map((column) => quoteValue(record, column)),
  };
}
