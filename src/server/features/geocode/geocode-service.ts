/** Geocodes addresses (docs/product/listings.md, Pin from the address). */

import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { MAX_GEOCODE_AGE_MS, MAX_GEOCODE_RESULTS } from '#shared/limits.ts';
import type { GeocodeQuery, GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import type { Requester } from '../../concurrency/fair-slots.ts';
import { createTurns } from '../../concurrency/turns.ts';
import type { Database } from '../../database/database.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import type { Limiter } from '../../http/limits/rate-limits.ts';
import { findGeocode, storeGeocode } from './geocode-repository.ts';
import { queryNominatim, toNominatimUrl } from './nominatim.ts';
import { parseOneLineAddress } from './one-line-address.ts';
import { loadUsPlaces } from './us-places.ts';

/** Nominatim's usage policy allows one request a second. */
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** Requests beyond these limits get the center of the ZIP code or city without waiting. */
const MAX_WAITING = 30;
const MAX_WAITING_PER_ACCOUNT = 1;
/** Once this many requests wait, others are accepted only from networks with less than their share of the queue. */
const MAX_SHARED_PLACES = 9;

export function createGeocodeService(options: {
  db: Database;
  /** The geocoder's base URL; undefined if none is configured. */
  geocoderUrl: string | undefined;
  /** The site's name, sent to the geocoder. */
  siteName: () => Promise<string>;
  publicUrl: () => string;
  lookupsPerAccount: Limiter;
  now: () => Date;
  log: Pick<FastifyBaseLogger, 'warn'>;
}) {
  const { db, geocoderUrl, lookupsPerAccount, now, log } = options;
  const takeTurn = createTurns({
    pauseMs: PAUSE_MS,
    maxWaiting: MAX_WAITING,
    maxQueued: MAX_SHARED_PLACES,
    maxQueuedPerKey: MAX_WAITING_PER_ACCOUNT,
  });

  /**
   * Returns the geocoder's results for an address, cached or new; empty if it finds nothing or fails,
   * or if too many requests are waiting for it.
   */
  async function lookUp(
    base: string,
    query: GeocodeQuery,
    requester: Requester,
  ): Promise<GeocodeResult[]> {
    const url = toNominatimUrl(base, query);
    const hash = createHash('sha256').update(url.href).digest();
    const cached = await findGeocode(db, hash, new Date(now().getTime() - MAX_GEOCODE_AGE_MS));
    if (cached !== undefined) return cached;
    if (!(await takeTurn(requester))) return [];
    try {
      const userAgent = toUserAgent(await options.siteName(), options.publicUrl());
      const results = await queryNominatim(url, { userAgent, timeoutMs: TIMEOUT_MS });
      await storeGeocode(db, hash, results, now());
      return results;
    } catch (error) {
      log.warn({ err: error }, 'The geocoder failed; falling back to the ZIP code or city center');
      return [];
    }
  }

  return {
    /**
     * Returns positions, best first; empty if none are found.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    async find(actor: SignedIn, query: GeocodeQuery): Promise<GeocodeResult[]> {
      await lookupsPerAccount.consume(actor._id);
      if (geocoderUrl !== undefined && query.address !== undefined) {
        const results = await lookUp(geocoderUrl, query, actor.requester);
        if (results.length > 0) return results;
      }
      return (await findCenters(query)).slice(0, MAX_GEOCODE_RESULTS);
    },
  };
}

/** Returns the centers of the ZIP code and the city. */
async function findCenters({ address = '', ...query }: GeocodeQuery): Promise<GeocodeResult[]> {
  const { city, state, zipCode } = { ...parseOneLineAddress(address), ...query };
  const places = await loadUsPlaces();
  const zip = zipCode === undefined ? undefined : places.findZip(zipCode);
  const town = city === undefined || state === undefined ? undefined : places.findCity(city, state);
  return [
    ...(zip === undefined
      ? []
      : [{ label: `${zip.city}, ${zip.state} ${zip.zipCode}`, ...zip, precision: 'zip' as const }]),
    ...(town === undefined
      ? []
      : [{ label: `${town.city}, ${town.state}`, ...town, precision: 'city' as const }]),
  ];
}

/** Builds a User-Agent header, which must be ASCII. */
const toUserAgent = (siteName: string, publicUrl: string) =>
  `${siteName.replaceAll(/[^ -~]+/g, ' ').trim()} (${publicUrl})`.trim();
