import type { Map as LeafletMap } from 'leaflet';
import { useRef, useState, type SubmitEvent } from 'react';
import { serializePosition } from '#shared/geo/bounds.ts';
import { MAX_SEARCH_TERM_LENGTH, MAX_WITHIN_MILES, MIN_WITHIN_MILES } from '#shared/limits.ts';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { useApi } from '../../../../api/use-api.ts';
import type { ChosenPlace } from '../../../../forms/place-field/place-choice.ts';
import { PlaceInput } from '../../../../forms/place-field/place-input.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Field } from '../../../../ui/fields/field.tsx';
import { Input } from '../../../../ui/fields/input.tsx';
import { useEscape } from '../../../../ui/overlays/use-escape.ts';
import type { SearchScope } from '../query/listing-url.ts';
import { WORLD_BOUNDS, type PropertyFilters } from '../query/property-filters.ts';

export interface WithinFormProps {
  scope: SearchScope;
  filters: PropertyFilters;
  map: LeafletMap | null;
  onSearch: (changes: Pick<PropertyFilters, 'near' | 'within' | 'nearName'>) => void;
  /** Called when the user presses Escape. */
  onCancel: () => void;
}

/** 'Within … miles of …': a search around a place, as an alternative to drawing an area. */
export function WithinForm({ scope, filters, map, onSearch, onCancel }: WithinFormProps) {
  const api = useApi();
  const form = useRef<HTMLFormElement>(null);
  useEscape(form, onCancel);
  const [errors, setErrors] = useState<{ within?: string; of?: string }>({});
  const [isLookingUp, setIsLookingUp] = useState(false);
  const [selectedPlace, setSelectedPlace] = useState<ChosenPlace | null>(null);

  async function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const within = String(data.get('within')).trim().replace(',', '.');
    const of = String(data.get('of')).trim();
    const miles = Number(within);
    if (
      !/^\d{1,3}(\.\d{1,4})?$/.test(within) ||
      miles < MIN_WITHIN_MILES ||
      miles > MAX_WITHIN_MILES
    ) {
      setErrors({ within: `Enter ${MIN_WITHIN_MILES} to ${MAX_WITHIN_MILES} miles.` });
      return;
    }
    if (of === '') {
      if (map === null) return;
      const { lat, lng } = map.getCenter().wrap();
      const near = serializePosition({ latitude: lat, longitude: lng });
      onSearch({ near, within, nearName: 'the center of the map' });
      return;
    }
    setErrors({});
    if (selectedPlace?.label === of && selectedPlace.position !== undefined) {
      onSearch({ near: serializePosition(selectedPlace.position), within, nearName: of });
      return;
    }
    setIsLookingUp(true);
    try {
      const status = scope.kind === 'status' ? scope.status : undefined;
      const query = { searchTerm: of, status, bounds: WORLD_BOUNDS, zoom: 0 };
      const center = centerOfHomes(await api.call('GET /properties/map', { query }));
      if (center === null) setErrors({ of: 'No homes found there. Try a city or a ZIP code.' });
      else onSearch({ near: center, within, nearName: of });
    } catch {
      setErrors({ of: 'The place could not be looked up. Please try again.' });
    } finally {
      setIsLookingUp(false);
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
      className="flex w-full max-w-md flex-wrap items-start gap-3 rounded-md border border-line bg-surface p-4 shadow-pop"
    >
      <div className="w-24">
        <Field label="Within" error={errors.within}>
          {(control) => (
            <Input
              {...control}
              name="within"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={filters.within || '5'}
            />
          )}
        </Field>
      </div>
      <div className="min-w-40 flex-1">
        <Field label="miles of" error={errors.of}>
          {(control) => (
            <PlaceInput
              {...control}
              statusOf={() => (scope.kind === 'status' ? scope.status : undefined)}
              onChoose={(chosenPlace, input) => {
                input.value = chosenPlace.label;
                setSelectedPlace(chosenPlace);
              }}
              name="of"
              maxLength={MAX_SEARCH_TERM_LENGTH}
              defaultValue={filters.nearName}
              placeholder="Center of map"
            />
          )}
        </Field>
      </div>
      <Button type="submit" size="sm" busy={isLookingUp} busyLabel="Searching…" className="mt-6.5">
        Search
      </Button>
    </form>
  );
}

/**
 * Returns the position of the largest cluster or, without clusters, the mean position of the homes;
 * null without either.
 */
function centerOfHomes({ homes, clusters }: PropertyMap): string | null {
  const [largest] = clusters.toSorted((a, b) => b.count - a.count);
  if (largest !== undefined) return serializePosition(largest);
  if (homes.length === 0) return null;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return serializePosition({
    latitude: mean(homes.map(({ latitude }) => latitude)),
    longitude: mean(homes.map(({ longitude }) => longitude)),
  });
}
