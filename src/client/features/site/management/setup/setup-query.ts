import { apiQuery } from '../../../../api/api-queries.ts';

/** Fetches the steps of the setup checklist. */
export const siteSetupQuery = apiQuery('GET /site/setup', {});
