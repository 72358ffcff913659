/**
 * Groups modules into shared files; the bundler places all others. With only the framework group, `/for-sale` needs
 * 178.1 kB in 82 files; with the layout group, 171.6 kB in 36 files; with all groups, 169.1 kB in 21 files (gzip,
 * November 27, 2026). Every six files are a round trip on a phone over HTTP/1.1, and small files compress worse.
 */

/** React, its router, and React Query, which change only with library updates. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(query-core|react-query))\/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver)\.js)/;

/**
 * The layout of every public page. Buttons on cards are excluded because they load after the first
 * paint.
 */
const LAYOUT =
  /src\/client\/(app\/(root|document|layouts\/(public(?!\/card-tools)|error-|route-|skip-))|theme|offline|seo\/page-meta|session\/session-|ui\/(actions\/(?!save-file|office-link)|timing\/(?!use-is-near)|waiting|class-names)|api\/(?!page-data\/list-url|event-stream|upload|use-api-mutation|idempotent-sender|use-idempotent-api|link-poll-interval))/;

/** Modules for sending changes. Every page that needs one needs all of them. */
const SENDING = /src\/client\/api\/(use-api-mutation|use-idempotent-api|idempotent-sender)/;

/** Pictures, badges, and dates, which most pages show. */
const BASICS =
  /src\/(client\/ui\/(blocks\/badge|pictures\/(picture|image-sources))|shared\/format\/dates)\.|icons\/image-off\./;

/** Form fields. */
const FIELDS =
  /src\/client\/ui\/fields\/(control-class|field|input|select)\.|icons\/chevron-down\./;

/** Property cards with their prices and labels. */
const CARDS =
  /src\/(client\/(property-cards\/(property-(grid|card|labels|facts)|picture-transition)|features\/properties\/recently-viewed\/lazy-.*)|shared\/(format\/(money|time-spans)|properties\/(home-words|cover)))\./;

export const CHUNK_GROUPS = [
  { name: 'framework', test: FRAMEWORK, priority: 2 },
  { name: 'layout', test: LAYOUT, priority: 1 },
  { name: 'sending', test: SENDING, priority: 1 },
  { name: 'basics', test: BASICS, priority: 1 },
  { name: 'fields', test: FIELDS, priority: 1 },
  { name: 'cards', test: CARDS },
];
