import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { groundPlugin } from './scripts/ground/ground-plugin.ts';
import { defineConfig, type EnvironmentOptions, type Plugin } from 'vite';

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(query-core|react-query))\/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver)\.js)/;

/** The document, the public frame and what these stand on; nothing that only some pages need. */
const BASE = new RegExp(
  [
    'src/shared/(limits|page-paths)\\.',
    'src/client/(theme/|seo/page-meta|offline/|ui/pictures/(?!scenes))',
    'src/client/api/(?!page-data/list-address|event-stream/|upload-transport|use-api-mutation)|src/client/session/(session-|device-memory)',
    'src/client/app/(root\\.|document/(live-|navigation-|nonce|offline-|providers|router-))',
    'src/client/app/layouts/(error-|route-|skip-|public/(account/(account-label|late-)|footer|late-|mobile-menu|navigation|public-|use-card-tools|top-bar))',
    'src/client/ui/(actions/|blocks/badge|class-names|notices/toast|overlays/use-dismiss|timing/(when-idle|use-hydrated))',
    'src/client/ui/waiting/(skeleton|spinner)|src/client/property-cards/card-buttons',
    'lucide-react/dist/esm/(createLucideIcon|Icon|context|defaultAttributes|shared|icons/(image-off|heart))',
  ].join('|'),
);

/** What cards and a listing's page say of a home. */
const HOMES =
  /src\/client\/(property-cards\/(property-(facts|labels|queries|summary)|picture-transition))\.|src\/shared\/(format\/(dates|time-spans)|search-term)\.|esm\/icons\/chevron-right\./;

/** Pieces of pages with cards: one file instead of ten small ones, each of which costs a phone a way there and back. */
const CARDS = new RegExp(
  [
    'src/client/ui/(notices/empty-state|tables/(pagination|page-numbers)|blocks/section)\\.',
    'src/client/api/page-data/list-address\\.',
    'src/client/property-cards/property-(card|grid)\\.',
    'lucide-react/dist/esm/icons/(bath|bed-double|ruler|cloud-off|chevron-)',
    'src/shared/format/dates\\.',
    'src/client/ui/timing/(use-hydrated|use-deferred-component|use-loaded)\\.',
  ].join('|'),
);
/** The same for pages with lists of homes: what reads and writes their URLs. */
const SEARCH =
  /src\/shared\/(geo\/(area|bounds|polyline)|properties\/(field|filter)-ranges)\.|properties\/search\/query\/(property-filters|listing-queries|listing-address)\./;
/** The same for pages with fields. */
const FIELDS =
  /src\/client\/ui\/(fields\/(field|input|select|control-class)|notices\/banner)\.|esm\/icons\/(search|circle-alert|circle-check|info|chevron-down)\./;

/**
 * The server's bundle of the pages holds what they use of their libraries: five hundred files less to read at a start,
 * and a third less memory than with all of each (decision 019). zod is the server's own as well, and read once.
 */
const SERVER_BUNDLE: EnvironmentOptions = {
  resolve: { noExternal: true, external: ['zod'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    minify: 'oxc',
    rolldownOptions: {
      // Names stay, for whoever reads where an error came from.
      output: { minify: { mangle: false, compress: true, codegen: { removeWhitespace: true } } },
    },
  },
};

/** As JavaScript writes a letter of any alphabet with plain ones. */
const escapeLetter = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A single letter beyond Latin-1 makes V8 keep the whole text of a file with two bytes for each of its letters. */
const asciiTexts: Plugin = {
  name: 'ascii-texts',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replace(/[\u0100-\uffff]/g, escapeLetter);
    }
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), groundPlugin(), reactRouter(), asciiTexts],
  envDir: false,
  server: { host: '127.0.0.1' },
  build: {
    // Fonts and pictures stay files: browsers cache them for good, and a data URI in the CSS is not.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
  },
  environments: {
    ...(command === 'build' ? { ssr: SERVER_BUNDLE } : {}),
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The router's table of routes, which every first visit has, names most files: their names are short.
            // What comes on intent is named in no table.
            entryFileNames: 'assets/[hash:8].js',
            chunkFileNames: ({ isDynamicEntry }) =>
              isDynamicEntry ? 'assets/[name]-[hash:8].js' : 'assets/[hash:8].js',
            codeSplitting: {
              // What every page needs, in two files: one that changes with the libraries, one that changes with us; then
              // what most pages need.
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 4 },
                { name: 'base', test: BASE, priority: 3 },
                { name: 'fields', test: FIELDS, priority: 2 },
                { name: 'homes', test: HOMES, priority: 2 },
                { name: 'search', test: SEARCH, priority: 1 },
                { name: 'cards', test: CARDS, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
}));
