/** Limits requests that are waiting for their clients and evicts the excess. */

/** Requests that are waiting for their clients (see `createWaitingRequests`). */
export type WaitingRequests<R> = {
  /**
   * Adds a request that starts to wait.
   *
   * @param address the key of the client's IP address (see `networkKey`)
   * @param bytes the memory that the request uses
   */
  add: (address: string, request: R, bytes?: number) => void;
  /** Call it when a request stops waiting or is closed. */
  remove: (request: R) => void;
};

/** Memory limits of waiting requests. */
export type WaitingBytes<R> = {
  /** For one IP address, not counting its largest request, which may be a slow download. */
  perAddress: number;
  /** For all IP addresses. */
  total: number;
  /** Returns the bytes that a request still uses. */
  remainingOf: (request: R) => number;
};

/**
 * Counts waiting requests by IP address. Beyond the limit per address, evicts the address's oldest
 * request. Beyond the total limit, evicts the oldest request from the address with the most requests.
 * Stalled clients therefore never block others. The memory limits work in the same way.
 *
 * @param options.perAddress maximum number for one IP address
 * @param options.total maximum number for all IP addresses
 * @param options.bytes memory limits; absent if requests are only counted
 * @param options.onShed called for each evicted request
 */
export function createWaitingRequests<R extends object>(options: {
  perAddress: number;
  total: number;
  bytes?: WaitingBytes<R>;
  onShed: (request: R) => void;
}): WaitingRequests<R> {
  type Entry = { address: string; request: R; bytes: number };
  const { perAddress, total, bytes: limits, onShed } = options;
  /** Oldest first. There are few unless clients stall, so they are counted each time. */
  const entries = new Map<R, Entry>();

  const bytesOf = ({ request, bytes }: Entry) => Math.min(bytes, limits?.remainingOf(request) ?? 0);
  const sumOf = (list: readonly Entry[]) => list.reduce((sum, entry) => sum + bytesOf(entry), 0);
  const entriesOf = (address: string) =>
    [...entries.values()].filter((entry) => entry.address === address);

  /** Returns the entries of the address for which `amountOf` is largest. */
  function findBusiest(amountOf: (ownEntries: Entry[]) => number): Entry[] {
    const byAddress = [...Map.groupBy(entries.values(), ({ address }) => address).values()];
    return byAddress.toSorted((a, b) => amountOf(b) - amountOf(a))[0] ?? [];
  }

  function shed(entry: Entry | undefined): void {
    if (entry === undefined) return;
    entries.delete(entry.request);
    onShed(entry.request);
  }

  function shedBytes(address: string, allowed: WaitingBytes<R>): void {
    const isOverLimit = (ownEntries: Entry[]) =>
      sumOf(ownEntries) - Math.max(0, ...ownEntries.map(bytesOf)) > allowed.perAddress;
    for (
      let ownEntries = entriesOf(address);
      isOverLimit(ownEntries);
      ownEntries = entriesOf(address)
    )
      shed(ownEntries.find((entry) => bytesOf(entry) > 0));
    while (sumOf([...entries.values()]) > allowed.total)
      shed(findBusiest(sumOf).find((entry) => bytesOf(entry) > 0));
  }

  return {
    add: (address, request, bytes = 0) => {
      const ownEntries = entriesOf(address);
      if (ownEntries.length >= perAddress) shed(ownEntries[0]);
      if (entries.size >= total) shed(findBusiest(({ length }) => length)[0]);
      if (limits !== undefined) shedBytes(address, limits);
      entries.set(request, { address, request, bytes });
    },
    remove: (request) => void entries.delete(request),
  };
}
