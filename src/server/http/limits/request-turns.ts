/**
 * Spreads requests that arrive together over several iterations of the event loop. Otherwise, a client that sends
 * hundreds of cheap requests at a time, such as for pages that do not exist, would fill each iteration, and other
 * clients' requests, which take several iterations, would wait for seconds.
 */

/** About 2 ms of work. */
const MAX_PER_ITERATION = 10;

/**
 * Handles a request now or in a later iteration of the event loop.
 *
 * @param address the client's IP address; addresses take turns
 */
export type TakeRequestTurn = (address: string, handle: () => void) => void;

export function createRequestTurns(): TakeRequestTurn {
  /** By address, in the order of their next turns. */
  const waiting = new Map<string, (() => void)[]>();
  let remaining = MAX_PER_ITERATION;
  let isScheduled = false;

  function handleNext(): void {
    const next = waiting.entries().next().value;
    if (next === undefined) return;
    const [address, handlers] = next;
    const handle = handlers.shift();
    // Moves the address to the end.
    waiting.delete(address);
    if (handlers.length > 0) waiting.set(address, handlers);
    remaining -= 1;
    handle?.();
  }

  function startIteration(): void {
    isScheduled = false;
    remaining = MAX_PER_ITERATION;
    while (remaining > 0 && waiting.size > 0) handleNext();
    if (remaining < MAX_PER_ITERATION) schedule();
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(startIteration);
  }

  return (address, handle) => {
    const own = waiting.get(address);
    if (own === undefined) waiting.set(address, [handle]);
    else own.push(handle);
    if (remaining > 0) handleNext();
    schedule();
  };
}
