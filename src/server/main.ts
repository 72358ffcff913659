/** The entry point of `npm start`. */

import { beginStart } from './process/starting.ts';

beginStart();
// Imports above this line are loaded before the compile cache is on.
const { startProduction } = await import('./process/production.ts');
startProduction();
