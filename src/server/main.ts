/** Where `npm start` arrives. */

import { beginStart } from './process/starting.ts';

beginStart();
// What stands above as an import is read before the cache is there.
const { startProduction } = await import('./process/production.ts');
startProduction();
