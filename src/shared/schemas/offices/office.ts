/** Offices, their members, and the office form (docs/product/offices.md). */

import { z } from 'zod';
import { MAX_OFFICE_ABOUT_LENGTH, MAX_OFFICE_NAME_LENGTH } from '../../limits.ts';
import { placeSlug } from '../../properties/place-slugs.ts';
import {
  agentOfficeSchema,
  clearable,
  officeRoleSchema,
  phoneFieldSchema,
} from '../agent-office.ts';
import { emailSchema, idSchema, pageQuerySchema, textSchema } from '../common.ts';
import { searchTermSchema } from '../properties/property-search.ts';

/** An office. `propertyCount` is the number of available listings of its agents. */
export const officeSchema = z.object({
  ...agentOfficeSchema.shape,
  logo: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  about: z.string().nullable(),
  agentCount: z.number(),
  propertyCount: z.number(),
});
export type Office = z.output<typeof officeSchema>;

/** Query of `GET /offices`. */
export const officesQuerySchema = pageQuerySchema.extend({ searchTerm: searchTermSchema });

/** Path parameters of an office: its slug. */
export const officeSlugParamsSchema = z.object({
  id: z
    .string()
    .max(400)
    .meta({ description: 'The slug of an office', example: 'hill-country-homes' }),
});

const optionalText = (label: string, maxLength?: number) =>
  clearable(textSchema(`${label} must be text.`, 0, maxLength));

/** An office name with at least one letter or digit; otherwise, the slug would be empty. */
const officeNameSchema = textSchema('Please enter a name.', 1, MAX_OFFICE_NAME_LENGTH).refine(
  (name) => name === '' || placeSlug(name) !== '',
  'The name must contain a letter or a digit.',
);

/**
 * JSON in the field `office`. Absent fields do not change, and an empty string clears a field. A null
 * `logo` removes the logo.
 */
export const officeChangesSchema = z.object({
  name: officeNameSchema.optional(),
  phone: phoneFieldSchema,
  email: clearable(emailSchema('Please enter a valid email address.')),
  street: optionalText('Street'),
  city: optionalText('City'),
  state: optionalText('State'),
  zipCode: optionalText('ZIP code'),
  about: optionalText('About', MAX_OFFICE_ABOUT_LENGTH),
  logo: z.null().optional(),
});
export type OfficeChanges = z.output<typeof officeChangesSchema>;

/** JSON in the field `office` for a new office. */
export const newOfficeSchema = officeChangesSchema.extend({ name: officeNameSchema });

/** The multipart fields in addition to the picture. */
export const officeFormSchema = z.object({
  office: z
    .string({ error: 'Send the fields as JSON.' })
    .default('{}')
    .meta({ description: 'JSON object with the office’s fields to set' }),
});

/** Path parameters of a member. */
export const officeMemberParamsSchema = z.object({ id: idSchema, userId: idSchema });

/** Body of `PUT /offices/{id}/members/{userId}`. */
export const officeMemberFormSchema = z.object({ role: officeRoleSchema });

/** A member of an office, for the office's managers and for admins. */
export const officeMemberSchema = z.object({
  _id: idSchema,
  name: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  officeRole: officeRoleSchema,
});
export type OfficeMember = z.output<typeof officeMemberSchema>;
