/** Builds the service worker, a classic script that contains the list of built files that the cached pages need. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build } from 'vite';
import { isCacheablePage } from '#client/offline/cached-pages.ts';
import { listFirstVisits } from './first-visits.ts';

const SOURCE = join(import.meta.dirname, '../../src/client/offline/service-worker.ts');

/**
 * Writes `service-worker.js`.
 *
 * @param clientFolder the completed folder `build/<name>/client`
 */
export async function buildServiceWorker(clientFolder: string): Promise<void> {
  const visits = listFirstVisits(clientFolder).filter(({ path }) => isCacheablePage(path));
  const shell = [
    ...new Set(visits.flatMap(({ scripts, styles, fonts }) => [...scripts, ...styles, ...fonts])),
  ].sort();
  const id = createHash('sha256').update(shell.join('\n')).digest('hex').slice(0, 12);
  const [stylesheet = ''] = visits[0]?.styles ?? [];
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    define: { BUILD: JSON.stringify({ id, shell, stylesheet }) },
    build: {
      outDir: clientFolder,
      emptyOutDir: false,
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: SOURCE,
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
