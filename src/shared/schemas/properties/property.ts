/** Listings in responses, the listing form, and the conversion of its values. */

import { z } from 'zod';
import { nextOpenHouseSchema } from '../tours/open-house.ts';
import { PICTURE_KINDS } from '../../property-choices.ts';
import { TOUR_MODES } from '../tours/tour.ts';
import {
  type BaseFields,
  type BaseName,
  BASE_NAMES,
  FACT_NAMES,
  type FactName,
  FIELD_NAMES,
  type FieldName,
  PROPERTY_FIELDS,
  type PropertyFacts,
} from '../../properties/property-fields.ts';
import { PUBLISH_STATES } from '../../property-choices.ts';
import { idSchema, timeSchema } from '../common.ts';
import { verifiedFields } from '../agent-verification.ts';
import { agentOfficeSchema } from '../agent-office.ts';
import {
  imageKindsSchema,
  imageOrderSchema,
  imageTextsSchema,
  pathsSchema,
} from './picture-changes.ts';
import {
  draftFieldSchema,
  outputSchema,
  formFieldSchema,
  parseFieldText,
} from './property-field.ts';
import { publishingFields } from './publishing.ts';

/**
 * A picture. `path` is its full size. Smaller sizes (`IMAGE_WIDTHS` below `width`) are stored next to it.
 * `placeholder` is a data URI of a few hundred bytes, and `text` is the alternative text or null.
 */
export const pictureSchema = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  text: z.string().nullable(),
  kind: z.enum(PICTURE_KINDS),
});
export type Picture = z.output<typeof pictureSchema>;

/** A listing's agent. If `avatar` is null, initials are displayed. */
export const propertyAgentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  office: agentOfficeSchema.nullable(),
  ...verifiedFields,
});

/** A price change. `amount` and `percent` are negative for a price cut. `percent` is null if the old price was 0. */
export const priceChangeSchema = z.object({
  amount: z.number(),
  percent: z.number().nullable(),
  previousPrice: z.number(),
  date: timeSchema,
});
export type PriceChange = z.output<typeof priceChangeSchema>;

/**
 * The listing broker of a home that is not its agent's own listing (docs/product/import.md, Display and attribution).
 * `updatedAt` is the time of the last change at the source.
 */
export const attributionSchema = z.object({
  agentName: z.string().nullable(),
  officeName: z.string().nullable(),
  agentPhone: z.string().nullable(),
  source: z.string().nullable(),
  disclaimer: z.string().nullable(),
  updatedAt: timeSchema.nullable(),
});
export type Attribution = z.output<typeof attributionSchema>;

type Fields = typeof PROPERTY_FIELDS;
type Values = BaseFields & PropertyFacts;

const buildEntries = <Name extends FieldName>(
  names: readonly Name[],
  build: (name: Name) => unknown,
) => Object.fromEntries(names.map((name) => [name, build(name)]));

// Each schema belongs to the field with its name.
const fieldOutputs = buildEntries(FIELD_NAMES, (name) => outputSchema(PROPERTY_FIELDS[name])) as {
  [Name in FieldName]: z.ZodType<Values[Name]>;
};

/** The fields of listings in responses, in addition to those in `PROPERTY_FIELDS`. */
const listingSchema = z.object({
  _id: idSchema,
  isAvailable: z.boolean(),
  /** Whether an unavailable listing was neither sold nor rented. */
  isOffMarket: z.boolean(),
  /** Can be true only for available listings. */
  isUnderContract: z.boolean(),
  /** The time of the scheduled publication. Like the next two fields, visible only to users who can change the listing. */
  publishAt: timeSchema.nullable(),
  /** The date when the listing leaves the market. */
  expiresOn: z.string().meta({ format: 'date', example: '2026-12-31' }).nullable(),
  /** The reviewer's reason for requesting changes. */
  reviewReason: z.string().nullable(),
  images: z.array(z.string()),
  pictures: z.array(pictureSchema),
  agent: propertyAgentSchema,
  /** Null for the agent's own listings. */
  attribution: attributionSchema.nullable(),
  nextOpenHouse: nextOpenHouseSchema.nullable(),
  /** How the agent accepts tours; null if tours cannot be booked. */
  tourMode: z.enum(TOUR_MODES).nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** Full 24-hour days since `createdAt`. */
  daysListed: z.number(),
  /** The last price change within 30 days and since the last status change. */
  priceChange: priceChangeSchema.nullable(),
});

/** A complete listing in responses. Prices are US dollars. `images` contains the paths of `pictures`. */
export const propertySchema = listingSchema.extend({
  ...fieldOutputs,
  publishState: z.enum(PUBLISH_STATES).exclude(['draft']),
});
export type Property = z.output<typeof propertySchema>;

// Each schema belongs to the field with its name.
const draftOutputs = buildEntries(BASE_NAMES, (name) =>
  name === 'title' ? fieldOutputs[name] : fieldOutputs[name].nullable(),
) as { [Name in BaseName]: z.ZodType<Name extends 'title' ? string : BaseFields[Name] | null> };

/** A draft in responses. All required fields except the title can be null. */
export const draftSchema = propertySchema.extend({
  ...draftOutputs,
  publishState: z.literal('draft'),
});
export type Draft = z.output<typeof draftSchema>;

/** Additional fields for users who can change a listing. */
const managedFields = {
  upcomingTours: z
    .int()
    .optional()
    .meta({ description: 'Requested and booked tours that have not started; only in lists' }),
};

/** A listing in any state, for users who can change it. */
export const managedPropertySchema = z.discriminatedUnion('publishState', [
  propertySchema.extend(managedFields),
  draftSchema.extend(managedFields),
]);
export type ManagedProperty = z.output<typeof managedPropertySchema>;

/** A field's value in the form: one of its choices, or text. */
type FormValue<Field> = Field extends { choices: readonly (infer Choice)[] } ? Choice : string;

// Each schema belongs to the field with its name.
const baseTexts = buildEntries(BASE_NAMES, (name) =>
  formFieldSchema(PROPERTY_FIELDS[name]),
) as unknown as {
  [Name in BaseName]: z.ZodType<FormValue<Fields[Name]>, FormValue<Fields[Name]>>;
};
const factTexts = buildEntries(FACT_NAMES, (name) =>
  formFieldSchema(PROPERTY_FIELDS[name]).optional(),
) as unknown as { [Name in FactName]: z.ZodOptional<z.ZodType<string, string>> };

/** The listing form. Every value is text. Absent facts do not change; empty facts are cleared. */
export const propertyFormSchema = z.object({ ...baseTexts, ...factTexts });
export type PropertyForm = z.output<typeof propertyFormSchema>;

// Each schema belongs to the field with its name.
const draftTexts = buildEntries(BASE_NAMES, (name) =>
  name === 'title'
    ? draftFieldSchema(PROPERTY_FIELDS[name], 1)
    : draftFieldSchema(PROPERTY_FIELDS[name], 0).optional(),
) as unknown as {
  [Name in BaseName]: Name extends 'title'
    ? z.ZodType<string, string>
    : z.ZodOptional<z.ZodType<string, string>>;
};

/**
 * The form of a draft. Absent fields do not change, and an empty string clears a field (except the title).
 * Text can be shorter than for publication.
 */
export const draftFormSchema = z.object({ ...draftTexts, ...factTexts });
export type DraftForm = z.output<typeof draftFormSchema>;

/** The converted values of the listing form. */
export type PropertyFields = BaseFields & Partial<PropertyFacts>;

/** Any fields of the form. */
type PartialForm = { [Name in FieldName]?: string | undefined };

/** The converted values of a draft form. Cleared values are null. */
export type DraftFields = { [Name in BaseName]?: BaseFields[Name] | null } & Partial<PropertyFacts>;

/**
 * Converts form values to fields: strings to numbers, money rounded to cents, and cleared facts to
 * null (for features, an empty list). Absent fields remain absent.
 */
export function toPropertyFields(form: PropertyForm): PropertyFields;
export function toPropertyFields(form: PartialForm): DraftFields;
export function toPropertyFields(form: PartialForm): DraftFields {
  const entries = FIELD_NAMES.flatMap((name) => {
    const text = form[name];
    return text === undefined ? [] : [[name, parseFieldText(PROPERTY_FIELDS[name], text)]];
  });
  // Each value belongs to the field with its name.
  return Object.fromEntries(entries) as DraftFields;
}

/** Body of `PATCH /properties/{id}/price`. `before` is the price that the caller saw; null if it was missing. */
export const newPriceSchema = z.object({
  price: formFieldSchema(PROPERTY_FIELDS.price),
  before: z.number('Before must be the current price, or null.').nullable(),
});
export type NewPrice = z.output<typeof newPriceSchema>;

const pictureFields = {
  imageOrder: imageOrderSchema,
  imageTexts: imageTextsSchema,
  imageKinds: imageKindsSchema,
};

/** The form for a new listing, including its publication and pictures. */
export const propertyCreateFormSchema = propertyFormSchema.extend({
  ...publishingFields,
  ...pictureFields,
});

/**
 * The form for changing a listing, including the pictures to delete (a JSON array of paths). Absent
 * fields do not change.
 */
export const propertyUpdateFormSchema = propertyFormSchema.partial().extend({
  ...publishingFields,
  ...pictureFields,
  imagesToDelete: pathsSchema,
});

/** The form for changing a draft or another unpublished listing. */
export const draftUpdateFormSchema = draftFormSchema.extend({
  title: draftFormSchema.shape.title.optional(),
  ...publishingFields,
  ...pictureFields,
  imagesToDelete: pathsSchema,
});

/** The form for a new draft. */
export const draftCreateFormSchema = draftFormSchema.extend({
  ...publishingFields,
  ...pictureFields,
});
