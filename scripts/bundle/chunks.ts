/**
 * Which modules share a file; everything else goes where the bundler puts it. With the framework alone `/for-sale` needs
 * 178.1 kB in 82 files, with both groups 170.9 in 35 (gzip, 26 November 2026): each file is a round trip on a phone, and
 * compresses worse.
 */

/** React, its router and its queries: changes with the libraries alone. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|react-router|cookie|@tanstack\/(query-core|react-query))\/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver)\.js)/;

/** The frame of every public page; the buttons on cards come after the first paint. */
const FRAME =
  /src\/client\/(app\/(root|document|layouts\/(public(?!\/card-tools)|error-|route-|skip-))|theme|offline|seo\/page-meta|session\/session-|ui\/(actions\/(?!save-file|office-link)|timing\/(?!use-is-near)|waiting|class-names)|api\/(?!page-data\/list-address|event-stream|upload|use-api-mutation|sending-keys|use-sending-api|link-interval))/;

/** What pages that change something need, each of them all of it. */
const SENDING = /src\/client\/api\/(use-api-mutation|use-sending-api|sending-keys)/;

export const CHUNK_GROUPS = [
  { name: 'framework', test: FRAMEWORK, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'sending', test: SENDING, priority: 1 },
];
