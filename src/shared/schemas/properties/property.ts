/** Listings: the record in responses, the form, and the conversion between them. */

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
import { draftTextOfField, outputSchema, textOfField, valueOfText } from './property-field.ts';
import { publishingFields } from './publishing.ts';

/**
 * One picture: `path` is its full size; its other widths (`IMAGE_WIDTHS`, if smaller than `width`) are next to it.
 * `placeholder` is a data URI of a few hundred bytes; `text` is the alternative text, or null.
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

/** The agent as embedded in a listing; a null `avatar` shows initials. */
export const propertyAgentSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  phone: z.string().nullable(),
  office: agentOfficeSchema.nullable(),
  ...verifiedFields,
});

/** A price change; `amount` is negative for a cut, `percent` has the same sign and is null from a price of 0. */
export const priceChangeSchema = z.object({
  amount: z.number(),
  percent: z.number().nullable(),
  previousPrice: z.number(),
  date: timeSchema,
});
export type PriceChange = z.output<typeof priceChangeSchema>;

/**
 * The listing broker of a home that is not its agent's own (docs/product/import.md, Display and attribution);
 * `updatedAt` is the last change at its source.
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

const entriesOf = <Name extends FieldName>(names: readonly Name[], make: (name: Name) => unknown) =>
  Object.fromEntries(names.map((name) => [name, make(name)]));

// Each schema belongs to the field with its name.
const fieldOutputs = entriesOf(FIELD_NAMES, (name) => outputSchema(PROPERTY_FIELDS[name])) as {
  [Name in FieldName]: z.ZodType<Values[Name]>;
};

/** Fields of every listing in responses, in addition to those that agents fill in. */
const listingSchema = z.object({
  _id: idSchema,
  isAvailable: z.boolean(),
  /** Only true for available listings. */
  isUnderContract: z.boolean(),
  /** The scheduled publication; like the two below, null except for its agent and admins. */
  publishAt: timeSchema.nullable(),
  /** The date on which it leaves the market. */
  expiresOn: z.string().meta({ format: 'date', example: '2026-12-31' }).nullable(),
  /** Why a reviewer sent it back. */
  reviewReason: z.string().nullable(),
  images: z.array(z.string()),
  pictures: z.array(pictureSchema),
  agent: propertyAgentSchema,
  /** Null if the listing is its agent's own. */
  attribution: attributionSchema.nullable(),
  nextOpenHouse: nextOpenHouseSchema.nullable(),
  /** How its agent accepts tours; null if none can be booked. */
  tourMode: z.enum(TOUR_MODES).nullable(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
  /** Full days of 24 hours since `createdAt`. */
  daysListed: z.number(),
  /** The last change since the status changed, within the last 30 days. */
  priceChange: priceChangeSchema.nullable(),
});

/** A complete listing in responses. Prices are US dollars; `images` are the paths of `pictures`. */
export const propertySchema = listingSchema.extend({
  ...fieldOutputs,
  publishState: z.enum(PUBLISH_STATES).exclude(['draft']),
});
export type Property = z.output<typeof propertySchema>;

// Each schema belongs to the field with its name.
const draftOutputs = entriesOf(BASE_NAMES, (name) =>
  name === 'title' ? fieldOutputs[name] : fieldOutputs[name].nullable(),
) as { [Name in BaseName]: z.ZodType<Name extends 'title' ? string : BaseFields[Name] | null> };

/** A draft in responses: all required fields except the title can be null. */
export const draftSchema = propertySchema.extend({
  ...draftOutputs,
  publishState: z.literal('draft'),
});
export type Draft = z.output<typeof draftSchema>;

/** A listing in any state, for its agent and admins. */
export const managedPropertySchema = z.discriminatedUnion('publishState', [
  propertySchema,
  draftSchema,
]);
export type ManagedProperty = z.output<typeof managedPropertySchema>;

/** A field in the form: one of its choices, or text. */
type FormValue<Field> = Field extends { choices: readonly (infer Choice)[] } ? Choice : string;

// Each schema belongs to the field with its name.
const baseTexts = entriesOf(BASE_NAMES, (name) =>
  textOfField(PROPERTY_FIELDS[name]),
) as unknown as {
  [Name in BaseName]: z.ZodType<FormValue<Fields[Name]>, FormValue<Fields[Name]>>;
};
const factTexts = entriesOf(FACT_NAMES, (name) =>
  textOfField(PROPERTY_FIELDS[name]).optional(),
) as unknown as { [Name in FactName]: z.ZodOptional<z.ZodType<string, string>> };

/** The listing form: every value as text. An absent fact stays unchanged, an empty one is cleared. */
export const propertyFormSchema = z.object({ ...baseTexts, ...factTexts });
export type PropertyForm = z.output<typeof propertyFormSchema>;

// Each schema belongs to the field with its name.
const draftTexts = entriesOf(BASE_NAMES, (name) =>
  name === 'title'
    ? draftTextOfField(PROPERTY_FIELDS[name], 1)
    : draftTextOfField(PROPERTY_FIELDS[name], 0).optional(),
) as unknown as {
  [Name in BaseName]: Name extends 'title'
    ? z.ZodType<string, string>
    : z.ZodOptional<z.ZodType<string, string>>;
};

/**
 * A draft's form: absent fields stay unchanged, empty strings clear them; text can be shorter than
 * a listing's.
 */
export const draftFormSchema = z.object({ ...draftTexts, ...factTexts });
export type DraftForm = z.output<typeof draftFormSchema>;

/** A listing's own values, as numbers and strings: the form after its conversion. */
export type PropertyFields = BaseFields & Partial<PropertyFacts>;

/** Some fields of the form. */
type GivenTexts = { [Name in FieldName]?: string | undefined };

/** The same for a draft: null for missing values. */
export type DraftFields = { [Name in BaseName]?: BaseFields[Name] | null } & Partial<PropertyFacts>;

/**
 * Converts the form to fields: strings to numbers, money rounded to the cent, and cleared facts to
 * null (for features, an empty list). Facts absent from the form stay absent.
 */
export function toPropertyFields(form: PropertyForm): PropertyFields;
export function toPropertyFields(form: GivenTexts): DraftFields;
export function toPropertyFields(form: GivenTexts): DraftFields {
  const given = FIELD_NAMES.flatMap((name) => {
    const text = form[name];
    return text === undefined ? [] : [[name, valueOfText(PROPERTY_FIELDS[name], text)]];
  });
  // Each value belongs to the field with its name.
  return Object.fromEntries(given) as DraftFields;
}

/** Body of `PATCH /properties/{id}/price`; `before` is the price that the caller saw. */
export const newPriceSchema = z.object({
  price: textOfField(PROPERTY_FIELDS.price),
  before: z.number('Before must be the current price, or null.').nullable(),
});
export type NewPrice = z.output<typeof newPriceSchema>;

const pictureFields = {
  imageOrder: imageOrderSchema,
  imageTexts: imageTextsSchema,
  imageKinds: imageKindsSchema,
};

/** The form of a new listing, with its publication and the order and texts of its pictures. */
export const propertyCreateFormSchema = propertyFormSchema.extend({
  ...publishingFields,
  ...pictureFields,
});

/** The form of a change: the same, plus the pictures to delete (a JSON array of paths). */
export const propertyUpdateFormSchema = propertyCreateFormSchema.extend({
  imagesToDelete: pathsSchema,
});

/** The same for drafts and other unpublished listings. */
export const draftUpdateFormSchema = draftFormSchema.extend({
  title: draftFormSchema.shape.title.optional(),
  ...publishingFields,
  ...pictureFields,
  imagesToDelete: pathsSchema,
});
export const draftCreateFormSchema = draftFormSchema.extend({
  ...publishingFields,
  ...pictureFields,
});
