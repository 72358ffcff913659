/**
 * Which modules share a file. Patterns of file names are a poor way to say so, and a wrong one fails silently but for
 * the weights of the pages. Left to the bundler, `/for-sale` needs 183.1 kB in 86 files, with the first two groups alone
 * 166.6 in 41, with all of them 163.1 in 18 (gzip, 22 November 2026): each file is a way there and back on a phone, and
 * compresses worse. What belongs to no group goes where the bundler puts it.
 */

/** React, its router and its queries: changes with the libraries alone. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(query-core|react-query))\/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver)\.js)/;

/** The document, the public frame, and their dependencies; nothing that only some pages need. */
const BASE = new RegExp(
  [
    'src/shared/(limits|page-paths)\\.',
    'src/client/(theme/|seo/page-meta|offline/|ui/pictures/(?!scenes))',
    'src/client/api/(?!page-data/list-address|event-stream/|upload-transport|use-api-mutation)|src/client/session/(session-|device-memory)',
    'src/client/app/(root\\.|document/(live-|navigation-|nonce|offline-|providers|router-))',
    'src/client/app/layouts/(error-|route-|skip-|public/(account/(account-label|late-)|footer|late-|mobile-menu|navigation|public-|use-card-tools|top-bar))',
    'src/client/ui/(actions/|blocks/badge|class-names|notices/toast|overlays/use-dismiss|timing/(before-hydration|when-idle|use-hydrated))',
    'src/client/ui/waiting/(skeleton|spinner)|src/client/property-cards/card-buttons',
    'lucide-react/dist/esm/icons/(image-off|heart)\\.',
  ].join('|'),
);

/** The texts of cards and of a listing's page. */
const HOMES =
  /src\/client\/(property-cards\/(property-(facts|labels|queries|summary)|picture-transition))\.|src\/shared\/(format\/(dates|time-spans)|search-term)\.|esm\/icons\/chevron-right\./;

/** Pieces of pages with cards: one file instead of ten small ones, each of which costs a phone a way there and back. */
const CARDS = new RegExp(
  [
    'src/client/ui/(notices/(empty-state|load-error)|tables/(pagination|page-numbers)|blocks/section)\\.',
    'src/client/api/page-data/list-address\\.',
    'src/client/property-cards/property-(card|grid)\\.',
    'lucide-react/dist/esm/icons/(cloud-off|chevron-)',
    'src/shared/format/dates\\.',
    'src/client/ui/timing/(use-hydrated|use-deferred-component|use-loaded)\\.',
  ].join('|'),
);
/** The same for pages with lists of homes: what reads and writes their URLs. */
const SEARCH =
  /src\/shared\/(geo\/(area|bounds|polyline)|properties\/(field-ranges|property-filters))\.|properties\/search\/query\/(property-filters|listing-queries|listing-address)\./;
/** The same for pages with fields. */
const FIELDS =
  /src\/client\/ui\/(fields\/(field|input|select|control-class)|notices\/banner)\.|esm\/icons\/(search|circle-alert|circle-check|info|chevron-down)\./;

/** Two files that every page needs; then those that most pages need. */
export const CHUNK_GROUPS = [
  { name: 'framework', test: FRAMEWORK, priority: 4 },
  { name: 'base', test: BASE, priority: 3 },
  { name: 'fields', test: FIELDS, priority: 2 },
  { name: 'homes', test: HOMES, priority: 2 },
  { name: 'search', test: SEARCH, priority: 1 },
  { name: 'cards', test: CARDS, priority: 1 },
];
