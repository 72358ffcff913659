/** Adds the basemap's outlines to the build and exports their URLs (`virtual:basemap`). */

import type { Plugin } from 'vite';
import { buildBasemap } from './build-basemap.ts';

const ID = 'virtual:basemap';
const DEV_PATH = '/@basemap';

/** Creates the plugin, which builds the outlines on demand. */
export function basemapPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'basemap',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      if (this.environment.name !== 'client') return toModule(`''`, `''`);
      if (!isBuild) return toModule(`'${DEV_PATH}/states.json'`, `'${DEV_PATH}/counties.json'`);
      const { states, counties } = await buildBasemap();
      const emit = (name: string, source: string) =>
        `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
      return toModule(emit('basemap-states.json', states), emit('basemap-counties.json', counties));
    },
    configureServer({ middlewares }) {
      middlewares.use(DEV_PATH, (request, response, next) => {
        void (async () => {
          try {
            const { states, counties } = await buildBasemap();
            response.setHeader('Content-Type', 'application/json');
            response.end(request.url === '/states.json' ? states : counties);
          } catch (error) {
            next(error);
          }
        })();
      });
    },
  };
}

const toModule = (statesUrl: string, countiesUrl: string) =>
  `export const statesUrl = ${statesUrl}; export const countiesUrl = ${countiesUrl};`;
