/** The entry point of `npm start`. */

import { tuneForStartup } from './process/node-tuning.ts';

tuneForStartup();
// Imports above this line are loaded before the compile cache is enabled.
const { startProduction } = await import('./process/production.ts');
startProduction();
