/** The publication fields of the listing form (docs/product/publishing.md). */

import { z } from 'zod';
import { isValidDate } from '../../properties/field-ranges.ts';
import { PUBLISH_STATES } from '../../property-choices.ts';

/** The states that a form can request. Other states result from the `review` policy and admins' decisions. */
export const REQUESTED_STATES = ['draft', 'scheduled', 'published'] as const;
export type RequestedState = (typeof REQUESTED_STATES)[number];

const STATE_MESSAGE = 'Publish state must be draft, scheduled, or published.';
const TIME_MESSAGE = 'Publish at must be a time such as 2026-03-01T15:00:00Z.';
const DAY_MESSAGE = 'Expires on must be a date such as 2026-03-01.';
const CONTRACT_MESSAGE = 'Under contract must be true or false.';

const isoTimeSchema = z.iso.datetime({ offset: true, local: false });

/** Text fields of the form. Absent fields do not change; an empty string clears a date or time. */
export const publishingFields = {
  publishState: z
    .enum(REQUESTED_STATES, { error: STATE_MESSAGE })
    .optional()
    .meta({ description: 'Defaults to `published` for POST and to the current state for PUT' }),
  publishAt: z
    .string({ error: TIME_MESSAGE })
    .trim()
    .refine((text) => text === '' || isoTimeSchema.safeParse(text).success, { error: TIME_MESSAGE })
    .optional()
    .meta({
      description: 'Required for `scheduled`: a time 1 minute to 365 days ahead',
      example: '',
    }),
  expiresOn: z
    .string({ error: DAY_MESSAGE })
    .trim()
    .refine((text) => text === '' || isValidDate(text), { error: DAY_MESSAGE })
    .optional()
    .meta({ description: 'A date at most 3 years ahead; an empty string clears it', example: '' }),
  isUnderContract: z
    .enum(['true', 'false'], { error: CONTRACT_MESSAGE })
    .optional()
    .meta({ description: 'Can be true only for an available published listing' }),
};

export const publishingSchema = z.object(publishingFields);
export type Publishing = z.output<typeof publishingSchema>;

/** The publication state filter of dashboard lists. */
export const publishStateSchema = z
  .enum(PUBLISH_STATES, { error: `Publish state must be one of ${PUBLISH_STATES.join(', ')}.` })
  .optional();
