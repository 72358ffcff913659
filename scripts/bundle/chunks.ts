/**
 * Groups modules into shared files; the bundler places all others. With only the framework group, `/for-sale` needs
 * 178.1 kB in 82 files. With both groups, it needs 170.9 kB in 35 files (gzip, November 26, 2026). Each file is a round
 * trip on a phone, and small files compress worse.
 */

/** React, its router, and React Query, which change only with library updates. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(query-core|react-query))\/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver)\.js)/;

/** The frame of every public page. Buttons on cards are excluded, because they load after the first paint. */
const FRAME =
  /src\/client\/(app\/(root|document|layouts\/(public(?!\/card-tools)|error-|route-|skip-))|theme|offline|seo\/page-meta|session\/session-|ui\/(actions\/(?!save-file|office-link)|timing\/(?!use-is-near)|waiting|class-names)|api\/(?!page-data\/list-url|event-stream|upload|use-api-mutation|idempotent-sender|use-idempotent-api|link-poll-interval))/;

/** Modules for sending changes. Every page that needs one needs all of them. */
const SENDING = /src\/client\/api\/(use-api-mutation|use-idempotent-api|idempotent-sender)/;

export const CHUNK_GROUPS = [
  { name: 'framework', test: FRAMEWORK, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'sending', test: SENDING, priority: 1 },
];
