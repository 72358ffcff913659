/** Adds the outlines of the map's ground to the build, and exports their URLs (`virtual:ground`). */

import type { Plugin } from 'vite';
import { buildGround } from './build-ground.ts';

const ID = 'virtual:ground';
const DEV_PATH = '/@ground';

/** Creates the plugin; the source of the outlines is read only when they are requested. */
export function groundPlugin(): Plugin {
  let isBuild = false;
  return {
    name: 'ground',
    configResolved({ command }) {
      isBuild = command === 'build';
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      if (this.environment.name !== 'client') return toModule(`''`, `''`);
      if (!isBuild) return toModule(`'${DEV_PATH}/states.json'`, `'${DEV_PATH}/counties.json'`);
      const { states, counties } = await buildGround();
      const emit = (name: string, source: string) =>
        `import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'asset', name, source })}`;
      return toModule(emit('ground-states.json', states), emit('ground-counties.json', counties));
    },
    configureServer({ middlewares }) {
      middlewares.use(DEV_PATH, (request, response, next) => {
        void (async () => {
          try {
            const { states, counties } = await buildGround();
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
