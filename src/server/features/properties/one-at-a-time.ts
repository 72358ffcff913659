/** What reads all matches of a search may take seconds among millions of listings: never may it hold all connections. */

/** Does a piece of work when all that was asked for before it is done; its result, or failure, is the caller's. */
export type OneAtATime = <T>(work: () => Promise<T>) => Promise<T>;

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    // A failure is for those who wait for it, not for who comes next.
    last = done.catch(() => undefined);
    return done;
  };
}
