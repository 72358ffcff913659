/** The site settings and their changes (docs/product/site.md). */

import { z } from 'zod';
import { MIN_PAGE_CONTRAST, MIN_TEXT_CONTRAST, accentContrast } from '../accent.ts';
import {
  MAX_SITE_ABOUT_LENGTH,
  MAX_SITE_LABEL_LENGTH,
  MAX_SITE_LEGAL_LENGTH,
  MAX_SITE_LINK_LENGTH,
  MAX_SITE_NOTICES,
  MAX_SITE_SENTENCE_LENGTH,
  MAX_SITE_SOCIAL,
  MAX_SITE_STATS,
  MAX_SITE_TEAM,
  MAX_SITE_TESTIMONIALS,
  MAX_SITE_VALUES,
} from '../limits.ts';
import { emailSchema, fieldName, isStorable, textSchema, tooLongMessage } from './common.ts';

/** The kinds of social links. */
export const SOCIAL_KINDS = [
  'instagram',
  'facebook',
  'linkedin',
  'x',
  'youtube',
  'tiktok',
  'other',
] as const;

const TEXT_MESSAGE = 'Must be text.';
const EMAIL_MESSAGE = 'Please enter a valid email address.';
const LIST_MESSAGE = 'Must be a list.';
const OBJECT_MESSAGE = 'Must be an object.';

const MAX_PICTURE_PATH_LENGTH = 200;

/** This is not a schema pattern because not every OpenAPI tool supports Unicode properties such as `\p{Cc}`. */
const isOneLine = (text: string) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text);

/** A single-line text, which can be empty by default. */
const line = (maxLength: number, message = TEXT_MESSAGE, minLength = 0) =>
  textSchema(message, minLength, maxLength).refine(isOneLine, 'Must be on one line.');
const label = (message?: string) =>
  message === undefined ? line(MAX_SITE_LABEL_LENGTH) : line(MAX_SITE_LABEL_LENGTH, message, 1);
const sentence = (message?: string) =>
  message === undefined
    ? line(MAX_SITE_SENTENCE_LENGTH)
    : line(MAX_SITE_SENTENCE_LENGTH, message, 1);

/** The path of a site picture from `GET /site`; the server checks that it exists. */
const picturePath = z
  .string({ error: 'Must be the path of a picture.' })
  .max(MAX_PICTURE_PATH_LENGTH, { error: tooLongMessage(MAX_PICTURE_PATH_LENGTH) });

const accent = z
  .string({ error: 'Accent must be a color such as #0f766e.' })
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, { error: 'Accent must be a color such as #0f766e.', abort: true })
  .refine((color) => accentContrast(color).isSufficient, {
    error: `This color needs a contrast ratio of at least ${MIN_TEXT_CONTRAST}:1 with its text and ${MIN_PAGE_CONTRAST}:1 with the page, in both light and dark mode.`,
  });

/** `https`, a host with a dot, no credentials, and only characters valid in URLs. */
const HTTPS_URL = /^https:\/\/[^\s/?#@<>"'`\\]+\.[^\s/?#@<>"'`\\]+([/?#][^\s<>"'`\\]*)?$/i;

const httpsUrl = (message: string) =>
  z
    .string({ error: message })
    .trim()
    .max(MAX_SITE_LINK_LENGTH, { error: tooLongMessage(MAX_SITE_LINK_LENGTH) })
    .regex(HTTPS_URL, message)
    .refine(isStorable, message)
    .pipe(z.url({ protocol: /^https$/, error: message }));

const socialLink = z.object(
  {
    kind: z.enum(SOCIAL_KINDS, { error: `Kind must be one of ${SOCIAL_KINDS.join(', ')}.` }),
    url: httpsUrl('A social link must be an https URL.'),
  },
  { error: OBJECT_MESSAGE },
);

/** A notice required by a state, in the footer of every page. */
const notice = z.object(
  { label: label('A notice needs a label.'), url: httpsUrl('A notice must be an https URL.') },
  { error: OBJECT_MESSAGE },
);

const testimonial = z.object(
  {
    quote: sentence('A testimonial needs a quote.'),
    name: label('A testimonial needs a name.'),
    role: label(),
    avatar: picturePath.nullable().default(null),
  },
  { error: OBJECT_MESSAGE },
);

const person = z.object(
  {
    name: label('Every person needs a name.'),
    role: label(),
    image: picturePath.nullable().default(null),
  },
  { error: OBJECT_MESSAGE },
);

const value = z.object(
  { title: label('A value needs a title.'), text: sentence() },
  { error: OBJECT_MESSAGE },
);

const stat = z.object(
  { label: label('A number needs a label.'), value: label('A number needs a value.') },
  { error: OBJECT_MESSAGE },
);

const listSchema = <S extends z.ZodType>(entry: S, max: number) =>
  z.array(entry, { error: LIST_MESSAGE }).max(max, {
    error: ({ path }) => `${fieldName(path)} can have at most ${max} entries.`,
  });

/** Text in CommonMark. An empty string removes the page. */
const legalText = textSchema(TEXT_MESSAGE, 0, MAX_SITE_LEGAL_LENGTH).transform((text) =>
  text === '' ? null : text,
);

/** Makes a setting optional. An absent setting does not change; null restores the default. */
const change = <S extends z.ZodType>(schema: S) => schema.nullable().optional();

/** The field `site` of `PUT /site`: any part of the settings. */
export const siteChangesSchema = z.object(
  {
    name: change(label('The site needs a name.')),
    tagline: change(sentence()),
    logo: change(picturePath),
    accent: change(accent),
    contact: change(
      z.object(
        {
          company: change(label()),
          street: change(label()),
          city: change(label()),
          state: change(label()),
          zipCode: change(label()),
          phone: change(label()),
          email: change(z.literal('', { error: EMAIL_MESSAGE }).or(emailSchema(EMAIL_MESSAGE))),
        },
        { error: OBJECT_MESSAGE },
      ),
    ),
    social: change(listSchema(socialLink, MAX_SITE_SOCIAL)),
    equalHousing: change(z.boolean({ error: 'Must be true or false.' })),
    notices: change(listSchema(notice, MAX_SITE_NOTICES)),
    hero: change(
      z.object(
        {
          eyebrow: change(label()),
          heading: change(label('The heading is required.')),
          text: change(sentence()),
          image: change(picturePath),
        },
        { error: OBJECT_MESSAGE },
      ),
    ),
    testimonials: change(listSchema(testimonial, MAX_SITE_TESTIMONIALS)),
    about: change(
      z.object(
        {
          heading: change(label('The heading is required.')),
          text: change(textSchema(TEXT_MESSAGE, 0, MAX_SITE_ABOUT_LENGTH)),
          values: change(listSchema(value, MAX_SITE_VALUES)),
          team: change(listSchema(person, MAX_SITE_TEAM)),
          stats: change(listSchema(stat, MAX_SITE_STATS)),
        },
        { error: OBJECT_MESSAGE },
      ),
    ),
    privacy: change(legalText),
    terms: change(legalText),
  },
  { error: 'Must be a JSON object.' },
);
export type SiteChanges = z.output<typeof siteChangesSchema>;

/** A stored picture of the site, with the size that prevents layout shifts. */
export const sitePictureSchema = z.object({
  path: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
});
export type SitePicture = z.output<typeof sitePictureSchema>;

/** `GET /site`: all settings, including defaults. */
export const siteSchema = z.object({
  name: z.string(),
  tagline: z.string(),
  /** The path of a picture. Null means no logo; for the hero, it means the built-in picture. */
  logo: z.string().nullable(),
  /** `#rrggbb`; null for the default palette. */
  accent: z.string().nullable(),
  contact: z.object({
    company: z.string(),
    street: z.string(),
    city: z.string(),
    state: z.string(),
    zipCode: z.string(),
    phone: z.string(),
    email: z.string(),
  }),
  social: z.array(z.object({ kind: z.enum(SOCIAL_KINDS), url: z.string() })),
  /** The Equal Housing Opportunity mark in the footer. */
  equalHousing: z.boolean(),
  notices: z.array(z.object({ label: z.string(), url: z.string() })),
  hero: z.object({
    eyebrow: z.string(),
    heading: z.string(),
    text: z.string(),
    image: z.string().nullable(),
  }),
  testimonials: z.array(
    z.object({
      quote: z.string(),
      name: z.string(),
      role: z.string(),
      avatar: z.string().nullable(),
    }),
  ),
  about: z.object({
    heading: z.string(),
    text: z.string(),
    values: z.array(z.object({ title: z.string(), text: z.string() })),
    team: z.array(z.object({ name: z.string(), role: z.string(), image: z.string().nullable() })),
    stats: z.array(z.object({ label: z.string(), value: z.string() })),
  }),
  /** CommonMark; null if the site has no privacy policy. */
  privacy: z.string().nullable(),
  /** CommonMark; null if the site has no terms of service. */
  terms: z.string().nullable(),
  /** The uploaded pictures that the paths above refer to. */
  pictures: z.array(sitePictureSchema),
});
export type Site = z.output<typeof siteSchema>;

/** The settings that differ from the defaults. */
export type SiteOverrides = Partial<Omit<Site, 'contact' | 'hero' | 'about' | 'pictures'>> & {
  contact?: Partial<Site['contact']>;
  hero?: Partial<Site['hero']>;
  about?: Partial<Site['about']>;
};

/** `GET /site/privacy` and `/site/terms`: CommonMark. */
export const legalTextSchema = z.object({ text: z.string() });

/** The multipart fields of `PUT /site` in addition to its pictures. */
export const siteFormSchema = z.object({
  site: z.string().optional().meta({ description: 'JSON object with the settings to change' }),
});

/** The multipart fields of `POST /site/import` in addition to its file. */
export const siteImportFormSchema = z.object({
  site: z
    .string()
    .optional()
    .meta({ description: 'The content of the exported file, if you do not upload the file' }),
});

/** The response of `GET /site/export`: the settings that differ from the defaults, and their pictures. */
export const siteExportSchema = z.object({
  format: z.literal('doorstep-site'),
  version: z.literal(1),
  site: z.record(z.string(), z.unknown()),
  pictures: z.record(z.string(), z.string()),
});
export type SiteExport = z.output<typeof siteExportSchema>;

/** The file of `POST /site/import`. */
export const siteFileSchema = z.object(
  {
    format: z.literal('doorstep-site', { error: 'This is not a site settings file.' }),
    version: z.literal(1, { error: 'This file has an unsupported version.' }),
    site: siteChangesSchema,
    /** WebP in base64 by the path in `site`. */
    pictures: z.record(z.string(), z.string(), { error: OBJECT_MESSAGE }),
  },
  { error: 'This is not a site settings file.' },
);

/** The steps of the setup checklist, in order. */
export const SETUP_STEPS = [
  'identity',
  'contact',
  'legal',
  'agent',
  'mail',
  'agentSignUp',
  'review',
  'cardArea',
  'demo',
] as const;

/** `GET /site/setup`: the setup checklist. */
export const siteSetupSchema = z.object({
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), isDone: z.boolean() })),
  isDismissed: z.boolean(),
});
export type SiteSetup = z.output<typeof siteSetupSchema>;
