import type { Config } from '@react-router/dev/config';

export default {
  appDirectory: 'src/client',
  buildDirectory: 'build',
  ssr: true,
  // Some twenty routes: the whole table is smaller than one question to the server about it.
  routeDiscovery: { mode: 'initial' },
  // A page is small and its loader smaller: one file per route saves a request on each.
  splitRouteModules: false,
} satisfies Config;
