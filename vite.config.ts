import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(query-core|react-query))\//;

/** The document, the public frame and what these stand on; nothing that only some pages need. */
const BASE = new RegExp(
  [
    'src/shared/(limits|page-paths|permissions)\\.',
    'src/client/(api|theme|seo|images|offline|features/session)/',
    'src/client/root\\.',
    'src/client/layout/(account-menu|error-|footer|live-|logo|logout|mobile-|navigation|nonce|providers|public-|route-|router-|skip-|top-bar|use-logout)',
    'src/client/hooks/(use-dismiss|when-idle)|src/client/ui/(avatar|badge|button|class-names|icon-button|initials|link|menu|picture|skeleton|spinner|toast)',
    'lucide-react/dist/esm/(createLucideIcon|Icon|context|defaultAttributes|shared|icons/image-off)',
  ].join('|'),
);

/** Pieces of pages with cards: one file instead of ten small ones, each of which costs a phone a way there and back. */
const CARDS = new RegExp(
  [
    'src/client/ui/(empty-state|pagination|page-numbers)\\.',
    'src/client/layout/section\\.',
    'src/client/desk/desk-address\\.',
    'src/client/features/properties/(property-(card|grid|queries|facts)|recent-store)\\.',
    'lucide-react/dist/esm/icons/(bath|bed-double|ruler|cloud-off|chevron-)',
  ].join('|'),
);
/** The same for pages with fields. */
const FIELDS =
  /src\/client\/ui\/(field|input|select|control-class|banner)\.|esm\/icons\/(search|circle-alert|circle-check|info|chevron-down)\./;

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  envDir: false,
  server: { host: '127.0.0.1' },
  build: {
    // Fonts and pictures stay files: they are kept by browsers for good, and a data URI in the CSS is not.
    assetsInlineLimit: 0,
    target: 'baseline-widely-available',
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page needs, in two files: one that changes with the libraries, one that changes with us; then
              // what most pages need.
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 4 },
                { name: 'base', test: BASE, priority: 3 },
                { name: 'fields', test: FIELDS, priority: 2 },
                { name: 'cards', test: CARDS, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
