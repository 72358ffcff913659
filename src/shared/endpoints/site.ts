/** The site settings (docs/product/site.md). */

import {
  MAX_SITE_FILE_BYTES,
  MAX_SITE_LEGAL_LENGTH,
  MAX_SITE_TEAM,
  MAX_SITE_TESTIMONIALS,
} from '../limits.ts';
import { emptySchema, messageSchema } from '../schemas/common.ts';
import {
  legalTextSchema,
  siteExportSchema,
  siteFileSchema,
  siteFormSchema,
  siteImportFormSchema,
  siteSchema,
  siteSetupSchema,
} from '../schemas/site.ts';
import type { Endpoint } from './endpoint.ts';

/** Returns the names of a list's pictures: `team:0`, `team:1` … */
const namesInList = (name: string, max: number) =>
  Array.from({ length: max }, (_, index) => `${name}:${index}`);

export const siteEndpoints = {
  getSite: {
    method: 'GET',
    path: '/site',
    tag: 'Site',
    summary: 'Retrieve the site',
    description: 'Returns the site’s name, branding, and text.',
    access: 'public',
    status: 200,
    response: siteSchema,
  },
  getPrivacy: {
    method: 'GET',
    path: '/site/privacy',
    tag: 'Site',
    summary: 'Retrieve the privacy policy',
    description: 'Returns CommonMark, or a 404 if the site has no privacy policy.',
    access: 'public',
    status: 200,
    response: legalTextSchema,
  },
  getTerms: {
    method: 'GET',
    path: '/site/terms',
    tag: 'Site',
    summary: 'Retrieve the terms of service',
    description: 'Returns CommonMark, or a 404 if the site has no terms of service.',
    access: 'public',
    status: 200,
    response: legalTextSchema,
  },
  changeSite: {
    method: 'PUT',
    path: '/site',
    tag: 'Site',
    summary: 'Update the site settings',
    description: 'Settings that you omit stay unchanged. Send null to restore a default.',
    access: 'site:manage',
    audit: 'site.changed',
    body: siteFormSchema,
    files: {
      name: 'logo',
      additionalNames: [
        'heroImage',
        ...namesInList('testimonial', MAX_SITE_TESTIMONIALS),
        ...namesInList('team', MAX_SITE_TEAM),
      ],
      max: 2 + MAX_SITE_TESTIMONIALS + MAX_SITE_TEAM,
      // Room for two legal documents with every character escaped in JSON, and for everything else.
      maxFieldBytes: MAX_SITE_LEGAL_LENGTH * 2 * 6 + 1024 * 1024,
    },
    status: 200,
    response: siteSchema,
    changesPublicData: true,
  },
  exportSite: {
    method: 'GET',
    path: '/site/export',
    tag: 'Site',
    summary: 'Export the site settings',
    description:
      'Returns the settings that differ from the defaults, and their pictures, in one file.',
    access: 'site:manage',
    status: 200,
    response: siteExportSchema,
  },
  importSite: {
    method: 'POST',
    path: '/site/import',
    takesIdempotencyKey: false,
    tag: 'Site',
    summary: 'Import the site settings',
    description:
      'Replaces all settings with those in an exported file. Settings that the file omits get their defaults.',
    access: 'site:manage',
    audit: 'site.changed',
    body: siteImportFormSchema,
    files: {
      name: 'file',
      max: 1,
      maxFileBytes: MAX_SITE_FILE_BYTES,
      jsonAlternative: siteFileSchema,
    },
    status: 200,
    response: siteSchema,
    changesPublicData: true,
  },
  getSiteSetup: {
    method: 'GET',
    path: '/site/setup',
    tag: 'Site',
    summary: 'Retrieve the setup checklist',
    access: 'site:manage',
    status: 200,
    response: siteSetupSchema,
  },
  removeDemo: {
    method: 'DELETE',
    path: '/demo',
    tag: 'Site',
    summary: 'Remove the demo data',
    description: 'Removes demo listings, agents, and users in the background.',
    access: 'site:manage',
    audit: ['demo.removed', 'listing.deleted', 'user.deleted'],
    status: 202,
    response: messageSchema,
  },
  dismissSiteSetup: {
    method: 'POST',
    path: '/site/setup/dismiss',
    takesIdempotencyKey: false,
    tag: 'Site',
    summary: 'Hide the setup checklist',
    access: 'site:manage',
    audit: null,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
