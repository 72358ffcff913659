import { listenForChanges } from '#server/cache/change-listener.ts';

/** Like `listenForChanges`, with a timeout long enough for a machine that stalls for seconds. */
export const listenWithLongTimeout = (
  ...[connection, callbacks]: Parameters<typeof listenForChanges>
): ReturnType<typeof listenForChanges> =>
  listenForChanges(connection, callbacks, { responseTimeoutMs: 60_000 });
