/** A client for Nominatim-compatible search APIs (README.md, Settings: GEOCODER_URL). */

import { z } from 'zod';
import { MAX_GEOCODE_RESULTS } from '#shared/limits.ts';
import { stateLabel } from '#shared/properties/place-slugs.ts';
import type { GeocodeQuery, GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import { sendOutbound } from '../../http/outbound/outbound-request.ts';

/** The fields used from entries in the format `jsonv2`. */
const entrySchema = z.object({
  lat: z.coerce.number().min(-90).max(90),
  lon: z.coerce.number().min(-180).max(180),
  display_name: z.string(),
  addresstype: z.string().optional(),
  place_rank: z.number().optional(),
  address: z.record(z.string(), z.unknown()).optional(),
});
type Entry = z.output<typeof entrySchema>;

/** The address fields that can contain the city, in order of preference. */
const CITY_FIELDS = ['city', 'town', 'village', 'hamlet', 'municipality', 'borough'] as const;
/** Streets and houses have this rank or a higher one (Nominatim's manual, Place ranking). */
const MIN_STREET_RANK = 26;
const MAX_RESPONSE_BYTES = 1024 * 1024;

/** Builds the request URL for an address. Its hash is the cache key. */
export function toNominatimUrl(base: string, query: GeocodeQuery): URL {
  const { address, city, state, zipCode } = query;
  const url = new URL(base);
  const place = [state, zipCode].filter((part) => part !== undefined).join(' ');
  const text = [address, city, place].filter((part) => part !== undefined && part !== '');
  const parameters = {
    q: text.join(', '),
    format: 'jsonv2',
    addressdetails: '1',
    countrycodes: 'us',
    limit: String(MAX_GEOCODE_RESULTS),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/**
 * @returns the results, best first
 * @throws Error if the geocoder fails or does not respond in time
 */
export async function queryNominatim(
  url: URL,
  { userAgent, timeoutMs }: { userAgent: string; timeoutMs: number },
): Promise<GeocodeResult[]> {
  const { status, body } = await sendOutbound({
    url: url.href,
    headers: { 'user-agent': userAgent, accept: 'application/json' },
    reach: 'any',
    timeoutMs,
    maxBytes: MAX_RESPONSE_BYTES,
    maxRedirects: 3,
  });
  if (status !== 200) throw new Error(`The geocoder responded with status ${status}.`);
  const entries = z.array(entrySchema).parse(JSON.parse(body.toString()));
  return entries.slice(0, MAX_GEOCODE_RESULTS).map(toResult);
}

function toResult({ address = {}, ...entry }: Entry): GeocodeResult {
  const readText = (name: string) => {
    const value = address[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const city = CITY_FIELDS.map(readText).find((name) => name !== undefined);
  const [, code] = /^US-([A-Z]{2})$/.exec(readText('ISO3166-2-lvl4') ?? '') ?? [];
  const stateName = readText('state');
  const state = code ?? (stateName && stateLabel(stateName));
  const zipCode = readText('postcode');
  return {
    label: entry.display_name,
    latitude: entry.lat,
    longitude: entry.lon,
    precision: precisionOf(entry),
    ...(city && { city }),
    ...(state && { state }),
    ...(zipCode && { zipCode }),
  };
}

function precisionOf({
  addresstype,
  place_rank,
}: Omit<Entry, 'address'>): GeocodeResult['precision'] {
  if (addresstype === 'postcode') return 'zip';
  return (place_rank ?? MIN_STREET_RANK) < MIN_STREET_RANK ? 'city' : 'address';
}
