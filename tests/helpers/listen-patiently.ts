import { listenForChanges } from '#server/cache/change-listener.ts';

/** As `listenForChanges`; a machine that stands still for some seconds does not cost the connection. */
export const listenPatiently = (
  ...[connection, hears]: Parameters<typeof listenForChanges>
): ReturnType<typeof listenForChanges> =>
  listenForChanges(connection, hears, { answerTimeoutMs: 60_000 });
