/** Imports in the browser (docs/product/import.md, In the browser). */

import { z } from 'zod';
import { IMPORT_FILE_MAX_BYTES } from '../../limits.ts';
import {
  createdImportSchema,
  importFormSchema,
  importRowSchema,
  importSchema,
} from '../../schemas/brokerage/import.ts';
import { emptySchema, idParamsSchema, pageQuerySchema } from '../../schemas/common.ts';
import type { Endpoint } from '../endpoint.ts';

export const importEndpoints = {
  createImport: {
    method: 'POST',
    path: '/imports',
    takesIdempotencyKey: true,
    tag: 'Imports',
    summary: 'Import a file of listings, or do a dry run',
    access: 'property:import',
    audit: 'listing.deleted',
    body: importFormSchema,
    files: { name: 'file', max: 1, fileMaxBytes: IMPORT_FILE_MAX_BYTES },
    status: 202,
    response: createdImportSchema,
  },
  listImports: {
    method: 'GET',
    path: '/imports',
    tag: 'Imports',
    summary: 'The caller’s imports, newest first',
    access: 'property:import',
    query: pageQuerySchema,
    status: 200,
    response: importSchema.array(),
    paged: true,
  },
  getImport: {
    method: 'GET',
    path: '/imports/:id',
    tag: 'Imports',
    summary: 'The progress and results of an import',
    access: 'property:import',
    params: idParamsSchema,
    status: 200,
    response: importSchema,
  },
  listRefusedRows: {
    method: 'GET',
    path: '/imports/:id/refused',
    tag: 'Imports',
    summary: 'Rejected rows, and accepted rows with notes',
    access: 'property:import',
    params: idParamsSchema,
    query: pageQuerySchema,
    status: 200,
    response: importRowSchema.array(),
    paged: true,
  },
  exportRefusedRows: {
    method: 'GET',
    path: '/imports/:id/refused.csv',
    tag: 'Imports',
    summary: 'Rejected rows, and accepted rows with notes, as CSV',
    access: 'property:import',
    params: idParamsSchema,
    status: 200,
    response: z.string(),
    contentType: 'text/csv; charset=utf-8',
    queue: 'bulk',
  },
  cancelImport: {
    method: 'DELETE',
    path: '/imports/:id',
    tag: 'Imports',
    summary: 'Cancel an import; listings that were already imported remain',
    access: 'property:import',
    audit: null,
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  },
} as const satisfies Record<string, Endpoint>;
