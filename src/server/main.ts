/** Where `npm start` arrives. */

import { beginStart } from './process/starting.ts';

beginStart();
// Imports above this line are read before the cache exists.
const { startProduction } = await import('./process/production.ts');
startProduction();
