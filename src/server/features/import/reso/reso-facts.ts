/** Reads the facts of a listing from a RESO record (docs/product/import.md, Facts). */

import { MLS_NUMBER_MAX_LENGTH } from '#shared/limits.ts';
import { isDay, rangeOf } from '#shared/properties/field-ranges.ts';
import {
  FACT_NAMES,
  type FactName,
  type NumberName,
  PROPERTY_FIELDS,
  type PropertyFacts,
} from '#shared/properties/property-fields.ts';
import type { FeatureCode, PropertyType } from '#shared/property-choices.ts';
import { textOfField } from '#shared/schemas/properties/property-field.ts';
import {
  FEATURE_COLUMNS,
  FEE_MONTHS,
  FURNISHED_WORDS,
  type FeatureColumn,
  MEANS_NONE,
  LEASE_MONTH_TO_MONTH,
  PETS_WORDS,
  SQUARE_FEET_PER_ACRE,
  YES_OR_NO,
} from './fact-lookups.ts';
import {
  isEmpty,
  listOf,
  quoteValue,
  readLookup,
  readMoney,
  readNumber,
  readText,
} from './reso-values.ts';
import type { ResoRecord } from './reso-record.ts';

type ReadFact = Exclude<FactName, 'features'>;

/** A record's facts. An absent fact does not change; null clears it. */
export type ImportFacts = {
  facts: { [Name in ReadFact]?: PropertyFacts[Name] };
  /**
   * `own` are the codes that the record's columns control: the listing gets those in `given`, and
   * loses the rest.
   */
  features: { given: FeatureCode[]; own: FeatureCode[] };
  /** Rejected values, each as `YearBuilt is "1066"`. */
  rejected: string[];
};

/** A value, null if empty, undefined if missing; `bad` names columns with rejected values. */
type Reading<T> = { value: T | null | undefined; bad: readonly string[] };

const NOTHING: Reading<never> = { value: undefined, bad: [] };
const hasColumn = (record: ResoRecord, column: string) => record[column] !== undefined;

/** Reads one column; a value is rejected if `read` returns undefined. */
function readColumn<T>(
  record: ResoRecord,
  column: string,
  read: (value: unknown) => T | null | undefined,
): Reading<T> {
  if (!hasColumn(record, column)) return NOTHING;
  const given = record[column];
  if (isEmpty(given)) return { value: null, bad: [] };
  const value = read(given);
  return value === undefined ? { value, bad: [column] } : { value, bad: [] };
}

/** Returns the first column with a value; null if all existing columns are empty. */
function firstOf<T>(...readings: readonly Reading<T>[]): Reading<T> {
  const bad = readings.flatMap((reading) => reading.bad);
  const values = readings.map(({ value }) => value).filter((value) => value !== undefined);
  return {
    value: values.find((value) => value !== null) ?? (bad.length > 0 ? undefined : values[0]),
    bad,
  };
}

/** Creates a reader of numbers within the range of a fact; rounds money to cents. */
function numberOf(name: ReadFact, now: Date, factor = 1, roundsUp = false) {
  const field = PROPERTY_FIELDS[name];
  if (!('minimum' in field)) throw new Error(`${name} is not a number.`);
  const { minimum, maximum } = rangeOf(field, now);
  return (given: unknown): number | undefined => {
    const number = field.kind === 'money' ? readMoney(given) : readNumber(given);
    if (number === null) return undefined;
    const value =
      field.kind === 'money'
        ? Math.round(number * factor * 100) / 100
        : roundsUp
          ? Math.round(number * factor)
          : number * factor;
    const isWhole = field.kind === 'money' || Number.isInteger(value);
    return isWhole && value >= minimum && value <= maximum ? value : undefined;
  };
}

type Context = { now: Date; propertyType: PropertyType };
type Readers = {
  [Name in ReadFact]: (
    record: ResoRecord,
    context: Context,
  ) => Reading<NonNullable<PropertyFacts[Name]>>;
};

/**
 * How each fact is read. Numbers without an entry are read from the first of their field's columns
 * with a value; any other fact without an entry is a type error.
 */
const READERS: Omit<Readers, NumberName> & Partial<Pick<Readers, NumberName>> = {
  yearBuilt: (record, { now }) => readColumn(record, 'YearBuilt', numberOf('yearBuilt', now)),
  lotSqft: (record, { now }) => {
    // 0 means unknown.
    const lot = (column: string, factor: number) =>
      readColumn(record, column, (given) =>
        readNumber(given) === 0 ? null : numberOf('lotSqft', now, factor, true)(given),
      );
    return firstOf(lot('LotSizeSquareFeet', 1), lot('LotSizeAcres', SQUARE_FEET_PER_ACRE));
  },
  stories: (record, { now, propertyType }) => {
    const read = numberOf('stories', now);
    // For other types, it is the number of the building.
    const total = propertyType === 'House' ? readColumn(record, 'StoriesTotal', read) : NOTHING;
    return firstOf(readColumn(record, 'Stories', read), total);
  },
  parkingSpaces: (record, { now }) => {
    const read = numberOf('parkingSpaces', now);
    const total = readColumn(record, 'ParkingTotal', read);
    if (typeof total.value === 'number') return total;
    const parts = ['GarageSpaces', 'CarportSpaces'].map((column) =>
      readColumn(record, column, read),
    );
    const known = parts.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
    const sum = known.reduce((all, each) => all + each, 0);
    const bad = parts.flatMap((part) => part.bad);
    if (bad.length > 0) return { value: undefined, bad: [...total.bad, ...bad] };
    if (known.length > 0)
      return read(sum) === undefined
        ? { value: undefined, bad: [...total.bad, 'GarageSpaces'] }
        : { value: sum, bad: total.bad };
    return firstOf(total, ...parts);
  },
  hoaFee: (record, { now }) => {
    const column = 'AssociationFeeFrequency';
    const given = record[column];
    const months =
      !hasColumn(record, column) || isEmpty(given) ? 1 : FEE_MONTHS.get(readLookup(given) ?? '');
    if (months === undefined && !isEmpty(record['AssociationFee'] ?? null))
      return { value: undefined, bad: ['AssociationFee', column] };
    return readColumn(record, 'AssociationFee', numberOf('hoaFee', now, 1 / (months ?? 1)));
  },
  pets: (record) =>
    readColumn(record, 'PetsAllowed', (given) => {
      const words = listOf(given).map((word) => PETS_WORDS.get(word));
      const [first] = words;
      if (words.includes(undefined) || first === undefined) return undefined;
      if (new Set(words).size === 1) return first;
      return words.includes('none') ? undefined : ('cats_and_dogs' as const);
    }),
  furnished: (record) =>
    readColumn(record, 'Furnished', (given) => FURNISHED_WORDS.get(readLookup(given) ?? '')),
  availableFrom: (record) =>
    readColumn(record, 'AvailabilityDate', (given) => {
      const text = readText(given) ?? '';
      const day = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(text)?.[0] ?? '';
      return isDay(day) ? day : undefined;
    }),
  leaseMonths: (record, { now }) =>
    readColumn(record, 'LeaseTerm', (given) => {
      if (readLookup(given) === LEASE_MONTH_TO_MONTH) return 1;
      const [, count, unit] =
        /^(\d+(?:\.\d+)?)[\s-]*(months?|years?)$/i.exec(readText(given) ?? '') ?? [];
      if (count === undefined || unit === undefined) return undefined;
      return numberOf('leaseMonths', now, /^y/i.test(unit) ? 12 : 1)(count);
    }),
  virtualTourUrl: (record) =>
    readColumn(record, 'VirtualTourURLUnbranded', (given) => {
      const text = readText(given) ?? '';
      return text !== '' && textOfField(PROPERTY_FIELDS.virtualTourUrl).safeParse(text).success
        ? text
        : undefined;
    }),
  mlsNumber: (record) =>
    readColumn(record, 'ListingId', (given) => {
      const text = readText(given);
      return text !== null && text.length > MLS_NUMBER_MAX_LENGTH ? undefined : text;
    }),
};

/** Reads one fact from a record. */
function readFact(name: ReadFact, record: ResoRecord, context: Context): Reading<unknown> {
  const read = READERS[name];
  if (read !== undefined) return read(record, context);
  const columns = PROPERTY_FIELDS[name].reso;
  return firstOf(
    ...columns.map((column) => readColumn(record, column, numberOf(name, context.now))),
  );
}

/** Returns the codes that a column sets; undefined for an unreadable value. */
function codesOf(column: FeatureColumn, given: unknown): readonly FeatureCode[] | undefined {
  if (isEmpty(given)) return [];
  if (column.kind === 'yes or no') {
    const isYes = YES_OR_NO.get(String(given).trim().toLowerCase());
    return isYes === undefined ? undefined : isYes ? [column.code] : [];
  }
  const words = listOf(given);
  if (words.length === 0) return undefined;
  const meaningful = words.filter((word) => !MEANS_NONE.has(word));
  if (column.kind !== 'list') return meaningful.length > 0 ? [column.code] : [];
  return column.values.flatMap(({ all, code }) =>
    all.every((word) => meaningful.includes(word)) ? [code] : [],
  );
}

function readFeatures(record: ResoRecord): ImportFacts['features'] & { bad: string[] } {
  const given = new Set<FeatureCode>();
  const own = new Set<FeatureCode>();
  const bad: string[] = [];
  for (const [name, column] of Object.entries(FEATURE_COLUMNS)) {
    if (!hasColumn(record, name)) continue;
    const codes = codesOf(column, record[name]);
    if (codes === undefined) {
      bad.push(name);
      continue;
    }
    for (const code of column.kind === 'list'
      ? column.values.map((value) => value.code)
      : [column.code])
      own.add(code);
    for (const code of codes) given.add(code);
  }
  return { given: [...given], own: [...own], bad };
}

/**
 * Reads a record's facts. Pure.
 *
 * @param context.now the current time, which limits the year of construction
 */
export function readFacts(
  record: ResoRecord,
  context: { now: Date; propertyType: PropertyType },
): ImportFacts {
  const { bad, ...features } = readFeatures(record);
  const readings = FACT_NAMES.flatMap((name) =>
    name === 'features' ? [] : [[name, readFact(name, record, context)] as const],
  );
  const known = readings.filter(([, { value }]) => value !== undefined);
  const rejected = [...readings.flatMap(([, reading]) => reading.bad), ...bad];
  return {
    facts: Object.fromEntries(
      known.map(([name, { value }]) => [name, value]),
    ) as ImportFacts['facts'],
    features,
    rejected: rejected.map((column) => quoteValue(record, column)),
  };
}
