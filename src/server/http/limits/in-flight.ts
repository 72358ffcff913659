/** Requests that wait for their response, with where they come from. */
export type InFlight<R> = {
  /** @param address where it comes from (see `addressKey`) */
  add: (address: string, request: R) => void;
  /** @returns whether it was there */
  remove: (request: R) => boolean;
  has: (request: R) => boolean;
  count: () => number;
  /** Requests of one IP address. */
  countOf: (address: string) => number;
};

/** Counts requests in all and for each IP address. */
export function createInFlight<R extends object>(): InFlight<R> {
  const addresses = new Map<R, string>();
  const counts = new Map<string, number>();
  const countOf = (address: string) => counts.get(address) ?? 0;

  return {
    add: (address, request) => {
      addresses.set(request, address);
      counts.set(address, countOf(address) + 1);
    },
    remove: (request) => {
      const address = addresses.get(request);
      if (address === undefined) return false;
      addresses.delete(request);
      const left = countOf(address) - 1;
      if (left === 0) counts.delete(address);
      else counts.set(address, left);
      return true;
    },
    has: (request) => addresses.has(request),
    count: () => addresses.size,
    countOf,
  };
}
