import { countOf } from '#shared/format/numbers.ts';
import List from 'lucide-react/icons/list';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { MAX_AREAS } from '#shared/limits.ts';
import { type Area, parseAreas, serializeAreas } from '#shared/geo/area.ts';
import { useApi } from '../../../../api/use-api.ts';
import { DRAWING_INSTRUCTIONS } from './drawing/drawing-instructions.ts';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { Button } from '../../../../ui/actions/button.tsx';
import { LinkButton } from '../../../../ui/actions/link-button.tsx';
import { seenHomes } from '../../recently-viewed/seen-homes.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import { SpinnerIcon } from '../../../../ui/waiting/spinner.tsx';
import { ChosenHomes } from './chosen-homes.tsx';
import { DrawBar } from './drawing/draw-bar.tsx';
import { MapControls } from './map-controls.tsx';
import type { Pin } from './pins/pins.ts';
import { useSearchMap } from './use-search-map.ts';
import { WithinForm } from './within-form.tsx';
import './search-map.css';

export interface SearchMapProps {
  search: SearchState;
  /** The home that is hovered over or focused, on the map or in the list. */
  highlightedId: string | null;
  onHighlight: (id: string | null) => void;
  /** Called with the ID of the home whose pin is chosen. */
  onChoose: (id: string) => void;
}

/** The style of a message below the buttons. */
const noteClass =
  'pointer-events-auto mx-auto flex flex-wrap items-center justify-center gap-x-2 rounded-md bg-surface px-4 py-1.5 text-sm shadow-pop';

/** A search's homes on a map (docs/product/map.md, The screen). Loaded on demand. */
export function SearchMap({ search, highlightedId, onHighlight, onChoose }: SearchMapProps) {
  const { scope, filters } = search;
  const { mapTileUrl } = usePublicSettings();
  const api = useApi();
  const box = useRef<HTMLDivElement>(null);
  const [searchesOnMove, setSearchesOnMove] = useState(true);
  const [isDrawing, setIsDrawing] = useState(false);
  const [isWithinOpen, setIsWithinOpen] = useState(false);
  const [selectedPin, setSelectedPin] = useState<Pin | null>(null);
  const {
    map,
    pins,
    results: mapResults,
    hasMoved,
    searchHere,
    zoomInto,
    uncover,
    outsideCount,
    showAll,
    updateSearch,
    isLoading,
    retry,
  } = useSearchMap({
    box,
    search,
    tileUrl: mapTileUrl,
    findPlaces: (bounds) => api.call('GET /properties/map/places', { query: { bounds } }),
    searchesOnMove: searchesOnMove && !isDrawing,
    onChoose(pin) {
      if (pin.kind === 'cluster' && zoomInto(pin)) return;
      setSelectedPin((previous) => (previous?.key === pin.key ? null : pin));
      const [id] = pin.ids;
      if (pin.kind === 'home' && id !== undefined) onChoose(id);
    },
    onHighlight,
  });
  const seenIds = useSyncExternalStore(
    seenHomes.subscribe,
    seenHomes.getSnapshot,
    seenHomes.getServerSnapshot,
  );
  useEffect(() => pins?.setSeen(new Set(seenIds)), [pins, seenIds]);
  useEffect(() => pins?.highlight(highlightedId), [pins, highlightedId]);
  useEffect(() => pins?.choose(selectedPin?.key ?? null), [pins, selectedPin]);

  const areas = filters.area === '' ? [] : (parseAreas(filters.area) ?? []);
  const addArea = (area: Area) => {
    setIsDrawing(false);
    // Search the entire drawn area, even parts outside the visible map.
    updateSearch({ area: serializeAreas([...areas, area]), bounds: '' });
  };
  const unmapped = mapResults.data?.unmapped ?? 0;
  const isFull = areas.length >= MAX_AREAS;
  const withinButton = useRef<HTMLButtonElement>(null);
  /** Called by buttons that disappear when pressed, so that focus is not lost. */
  const focusMap = () => box.current?.focus({ preventScroll: true });
  return (
    <div className="search-map relative isolate size-full" data-drawing={isDrawing || undefined}>
      <div
        ref={box}
        role="application"
        aria-roledescription="map"
        aria-label="Map of homes. Arrow keys move it, plus and minus zoom; Tab moves to the homes."
        className="absolute inset-0 z-0 overflow-hidden"
      />
      <div className="pointer-events-none absolute inset-x-3 top-3 z-10 flex flex-col gap-2">
        {isDrawing && map !== null ? (
          <DrawBar map={map} onDone={addArea} onCancel={() => setIsDrawing(false)} />
        ) : (
          <div className="flex flex-wrap items-start gap-2 *:pointer-events-auto">
            <label className="map-chip cursor-pointer">
              <input
                type="checkbox"
                checked={searchesOnMove}
                onChange={(event) => {
                  setSearchesOnMove(event.currentTarget.checked);
                  if (event.currentTarget.checked && hasMoved) searchHere();
                }}
                className="size-4 accent-brand"
              />
              Search as I move the map
            </label>
            <button
              type="button"
              className="map-chip"
              disabled={map === null || isFull}
              onClick={() => {
                setSelectedPin(null);
                setIsWithinOpen(false);
                setIsDrawing(true);
              }}
            >
              Draw
            </button>
            <button
              ref={withinButton}
              type="button"
              className="map-chip"
              aria-expanded={isWithinOpen}
              onClick={() => setIsWithinOpen(!isWithinOpen)}
            >
              Within…
            </button>
            {hasMoved && (
              <Button
                size="sm"
                onClick={() => {
                  focusMap();
                  searchHere();
                }}
              >
                Search this area
              </Button>
            )}
            {isWithinOpen && (
              <WithinForm
                filters={filters}
                scope={scope}
                map={map}
                onSearch={(changes) => {
                  setIsWithinOpen(false);
                  focusMap();
                  updateSearch({ ...changes, bounds: '' });
                }}
                onCancel={() => {
                  setIsWithinOpen(false);
                  withinButton.current?.focus();
                }}
              />
            )}
          </div>
        )}
        {isLoading && !mapResults.isError && (
          <output className={noteClass}>
            <SpinnerIcon className="size-4 text-brand" />
            Loading homes…
          </output>
        )}
        {mapResults.isError && (
          <p role="alert" className={noteClass}>
            The homes could not be loaded.
            <button
              type="button"
              className="touch-target font-semibold text-brand underline underline-offset-4"
              onClick={retry}
            >
              Try again
            </button>
          </p>
        )}
      </div>
      <output className="sr-only">{isDrawing ? DRAWING_INSTRUCTIONS : ''}</output>
      {map !== null && <MapControls map={map} />}
      <div className="map-notes pointer-events-none absolute inset-x-3 bottom-7 z-10 flex flex-col items-center gap-2 *:pointer-events-auto">
        {outsideCount > 0 && selectedPin === null && !isDrawing && (
          <p className="rounded-full bg-surface px-3 py-1 text-sm text-ink-soft shadow-pop">
            {countOf(outsideCount, 'home')} outside the map.{' '}
            <button
              type="button"
              className="touch-target font-semibold text-brand underline underline-offset-4"
              onClick={() => {
                focusMap();
                showAll();
              }}
            >
              Show all
            </button>
          </p>
        )}
        {unmapped > 0 && selectedPin === null && !isDrawing && (
          <p className="rounded-full bg-surface px-3 py-1 text-sm text-ink-soft shadow-pop">
            {countOf(unmapped, 'home')} can’t be shown on the map
          </p>
        )}
        {selectedPin === null ? (
          !isDrawing && (
            <LinkButton
              href={searchHref(scope, { ...filters, view: '' })}
              className="shadow-pop md:hidden"
            >
              <List aria-hidden="true" className="size-4" />
              Show list
            </LinkButton>
          )
        ) : (
          <ChosenHomes
            key={selectedPin.key}
            pin={selectedPin}
            search={search}
            onResize={(card) => uncover(selectedPin.key, card)}
            onClose={() => {
              // The pin may be gone, for example because the map has moved.
              if (pins?.focus(selectedPin.key) !== true) focusMap();
              setSelectedPin(null);
            }}
          />
        )}
      </div>
    </div>
  );
}
