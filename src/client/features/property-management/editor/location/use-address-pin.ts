import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import type { PropertyForm } from '#shared/schemas/properties/property.ts';
import type { GeocodeResult } from '#shared/schemas/properties/geocode.ts';
import { apiQuery } from '../../../../api/api-queries.ts';
import {
  type FilledFields,
  PIN_ZOOM,
  pinNote,
  type GeocodeQuery,
  fieldsToFill,
  toGeocodeQuery,
} from './address-pin.ts';

/** A pin placed from the address: its note and a suitable zoom. */
export interface AddressPin {
  note: string;
  zoom: number;
}

/**
 * Fills in the position, city, and state from the address, except values that the user has entered.
 *
 * @returns `lookUp` geocodes the current address; `settle` also waits for the result; `release` stops
 * address changes from moving the pin; `pin` is undefined unless the address placed the pin
 */
export function useAddressPin({
  control,
  formState: { isSubmitted },
  getValues,
  setValue,
}: UseFormReturn<PropertyForm, unknown, PropertyForm>) {
  const queryClient = useQueryClient();
  const lastQueryKey = useRef<string | null>(null);
  const pending = useRef<Promise<void> | null>(null);
  const filled = useRef<Partial<FilledFields> | null>(null);
  const [placedPin, setPlacedPin] = useState<{ result: GeocodeResult; position: string } | null>(
    null,
  );
  const currentPosition = useWatch({ control, name: ['latitude', 'longitude'] }).join();

  function fill(result: GeocodeResult) {
    const changes = fieldsToFill(getValues(), filled.current, result);
    const options = { shouldDirty: true, shouldValidate: isSubmitted };
    for (const [name, text] of Object.entries(changes) as [keyof FilledFields, string][])
      setValue(name, text, options);
    filled.current = { ...filled.current, ...changes };
    const { latitude, longitude } = changes;
    if (latitude !== undefined) setPlacedPin({ result, position: [latitude, longitude].join() });
  }

  async function geocode(query: GeocodeQuery): Promise<GeocodeResult | undefined> {
    try {
      const [best] = await queryClient.fetchQuery({
        ...apiQuery('GET /geocode', { query }),
        staleTime: Infinity,
      });
      return best;
    } catch {
      // Without a response, the agent places the pin on the map.
      return undefined;
    }
  }

  async function geocodeAndFill(query: GeocodeQuery, queryKey: string) {
    const best = await geocode(query);
    if (lastQueryKey.current !== queryKey) return;
    if (best === undefined) lastQueryKey.current = null;
    else fill(best);
  }

  /** Geocodes the current address; resolves when done. */
  async function lookUp(): Promise<void> {
    const query = toGeocodeQuery(getValues());
    const queryKey = JSON.stringify(query);
    if (query !== null && queryKey !== lastQueryKey.current) {
      lastQueryKey.current = queryKey;
      pending.current = geocodeAndFill(query, queryKey);
    }
    await pending.current;
  }

  const pin: AddressPin | undefined =
    placedPin?.position === currentPosition
      ? { note: pinNote(placedPin.result), zoom: PIN_ZOOM[placedPin.result.precision] }
      : undefined;
  return {
    pin,
    lookUp: () => void lookUp(),
    settle: lookUp,
    release: () => {
      // Address changes still update the city and state.
      const { city, state } = filled.current ?? {};
      filled.current = { ...(city && { city }), ...(state && { state }) };
      setPlacedPin(null);
    },
  };
}
