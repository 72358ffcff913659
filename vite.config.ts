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
    'src/client/hooks/use-dismiss|src/client/ui/(avatar|button|class-names|icon-button|initials|link|menu|spinner|toast)',
    'lucide-react/dist/esm/(createLucideIcon|Icon|context|defaultAttributes|shared)',
  ].join('|'),
);

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
              // What every page needs, in two files: one that changes with the libraries, one that changes with us.
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'base', test: BASE, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
});
