import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import { useIsLeaving } from '../../../../api/page-data/list-url.ts';
import { useDebouncedValue } from '../../../../ui/timing/use-debounced-value.ts';
import { createMap, prefersReducedMotion } from '../../../../ui/map/create-map.ts';
import type { FindPlaces } from '../../../../ui/map/basemap-names.ts';
import { searchHref, type SearchState } from '../query/listing-url.ts';
import type { PropertyFilters } from '../query/property-filters.ts';
import { usePendingSearch } from '../query/use-pending-search.ts';
import { extentQuery, mapQuery } from './map-queries.ts';
import {
  boundsOfPlaces,
  fitAllHomes,
  fitHomes,
  fitView,
  parseOptionalBounds,
  nearestBox,
  provisionalView,
  restoreView,
  showNoHomes,
  visibleBounds,
} from './map-view.ts';
import { createPinLayer, type PinLayer } from './pins/pin-layer.ts';
import type { Pin } from './pins/pins.ts';
import { showAreas } from './drawing/area-layer.ts';

/** Debounce between the map's last move and the search, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 300;

/** How long loading must take before the map shows a loading message, in milliseconds. */
const LOADING_DELAY_MS = 500;

/** Distance between a chosen pin and its card, in pixels. */
const CARD_GAP_PX = 12;

export interface SearchMapOptions {
  box: RefObject<HTMLDivElement | null>;
  search: SearchState;
  tileUrl: string;
  findPlaces: FindPlaces;
  searchesOnMove: boolean;
  onChoose: (pin: Pin) => void;
  onHighlight: (id: string | null) => void;
}

/** Manages the map with its pins, in sync with the URL in both directions. */
export function useSearchMap(options: SearchMapOptions) {
  const { box, search, tileUrl, searchesOnMove } = options;
  const { scope, filters } = search;
  const pending = usePendingSearch(search);
  const isLeaving = useIsLeaving();
  const navigate = useNavigate();
  const [shownMap, setShownMap] = useState<{ map: LeafletMap; pins: PinLayer } | null>(null);
  const map = shownMap?.map ?? null;
  const pins = shownMap?.pins ?? null;
  /** The settled view; null until the map has its first position. */
  const [view, setView] = useState<{ bounds: string; zoom: number } | null>(null);
  const [hasMoved, setHasMoved] = useState(false);
  /** The bounds that the map wrote to the URL. */
  const writtenBounds = useRef<string>(null);
  /** Programmatic moves don't trigger a search. */
  const isProgrammaticMove = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const updateSearch = useEffectEvent((changes: Partial<PropertyFilters>) => {
    void navigate(searchHref(scope, { ...pending.filters, ...changes }), {
      preventScrollReset: true,
    });
  });
  const searchHere = useEffectEvent(() => {
    if (map === null) return;
    const bounds = visibleBounds(map);
    writtenBounds.current = bounds;
    setHasMoved(false);
    setView({ bounds, zoom: map.getZoom() });
    if (bounds !== pending.filters.bounds) updateSearch({ bounds });
  });
  const onMoveSettled = useEffectEvent(() => {
    // The user left the page before the map settled, so don't search.
    if (isLeaving) return;
    if (searchesOnMove) searchHere();
    else setHasMoved(true);
  });
  const onMoveEnd = useEffectEvent((movedMap: LeafletMap) => {
    clearTimeout(timer.current);
    if (isProgrammaticMove.current) {
      setView({ bounds: visibleBounds(movedMap), zoom: movedMap.getZoom() });
      return;
    }
    if (searchesOnMove) {
      timer.current = setTimeout(() => onMoveSettled(), SEARCH_DEBOUNCE_MS);
      return;
    }
    setHasMoved(true);
    setView({ bounds: visibleBounds(movedMap), zoom: movedMap.getZoom() });
  });
  const choose = useEffectEvent(options.onChoose);
  const onHighlight = useEffectEvent(options.onHighlight);
  const findPlaces = useEffectEvent(options.findPlaces);

  useEffect(() => {
    if (box.current === null) return undefined;
    const newMap = createMap(box.current, {
      ...provisionalView(box.current.clientWidth),
      isProvisional: true,
      tileUrl,
      findPlaces: async (bounds) => findPlaces(bounds),
      hasWheelZoom: true,
      hasZoomButtons: false,
    });
    const newPins = createPinLayer(newMap, {
      onChoose: (pin) => choose(pin),
      onHighlight: (id) => onHighlight(id),
    });
    newMap.on('moveend', () => onMoveEnd(newMap));
    const resizeObserver = new ResizeObserver(() => {
      isProgrammaticMove.current = true;
      newMap.invalidateSize({ pan: false });
      isProgrammaticMove.current = false;
    });
    resizeObserver.observe(box.current);
    setShownMap({ map: newMap, pins: newPins });
    return () => {
      clearTimeout(timer.current);
      resizeObserver.disconnect();
      newMap.remove();
      setShownMap(null);
      setView(null);
    };
  }, [box, tileUrl]);

  const moveMap = (move: () => void) => {
    isProgrammaticMove.current = true;
    move();
    isProgrammaticMove.current = false;
    if (map !== null) setView({ bounds: visibleBounds(map), zoom: map.getZoom() });
    setHasMoved(false);
  };

  /** Moves the map to uncover a pin behind a card, without searching at the new position. */
  const uncover = (key: string, card: DOMRect) => {
    const pin = pins?.boxOf(key);
    if (map === null || pin === undefined) return;
    const isBesideCard = pin.right < card.left || pin.left > card.right;
    const coveredPx = pin.bottom + CARD_GAP_PX - card.top;
    if (isBesideCard || coveredPx <= 0) return;
    isProgrammaticMove.current = true;
    map.once('moveend', () => {
      isProgrammaticMove.current = false;
    });
    map.panBy([0, coveredPx], { animate: !prefersReducedMotion() });
  };

  // Without bounds, the map moves to the homes once for each search.
  const placesBox = boundsOfPlaces(filters);
  const isUnbounded = filters.bounds === '';
  const extent = useQuery({
    ...extentQuery(scope, filters),
    enabled: isUnbounded && placesBox === null,
  });
  const requestedHref = searchHref(scope, { ...filters, sort: 'createdAt_desc' });
  const lastFittedHref = useRef<string>(null);
  const fitToResults = useEffectEvent(() => {
    if (map === null || lastFittedHref.current === requestedHref) return;
    const bounds = parseOptionalBounds(filters.bounds);
    if (bounds !== null) {
      lastFittedHref.current = requestedHref;
      if (filters.bounds !== writtenBounds.current) moveMap(() => restoreView(map, bounds));
      writtenBounds.current = filters.bounds;
      return;
    }
    if (placesBox !== null) {
      lastFittedHref.current = requestedHref;
      moveMap(() => fitView(map, placesBox));
    } else if (extent.data !== undefined) {
      lastFittedHref.current = requestedHref;
      moveMap(() => fitHomes(map, extent.data));
    } else if (extent.isError) {
      moveMap(() => showNoHomes(map));
    }
    writtenBounds.current = null;
  });
  useEffect(() => fitToResults(), [map, requestedHref, extent.data, extent.isError]);

  // Bounds in the URL take precedence over the visible box.
  const query = {
    bounds: isUnbounded ? (view?.bounds ?? '') : filters.bounds,
    zoom: view?.zoom ?? 0,
  };
  const results = useQuery({
    ...mapQuery(scope, filters, query),
    enabled: view !== null,
    placeholderData: keepPreviousData,
  });
  const { data } = results;
  // Until the extent of the homes is known, the map has not moved to them.
  const isLoading = results.isFetching || (isUnbounded && placesBox === null && extent.isPending);
  const isLongLoading = useDebouncedValue(isLoading, LOADING_DELAY_MS);
  useEffect(() => {
    if (data !== undefined) pins?.show(data);
  }, [pins, data]);
  useEffect(() => {
    if (map === null) return undefined;
    return showAreas(map, filters);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the shapes depend only on these filters
  }, [map, filters.area, filters.near, filters.within]);

  return {
    map,
    pins,
    results,
    /** Whether loading the homes takes noticeably long. */
    isLoading: isLongLoading && isLoading,
    /** Repeats failed requests, and then moves the map to the homes. */
    retry: () => {
      if (extent.isError) void extent.refetch();
      void results.refetch();
    },
    /** Whether the map was moved and the user can search there. */
    hasMoved: hasMoved && !searchesOnMove,
    searchHere: () => searchHere(),
    uncover,
    /** The number of the search's homes outside the map. */
    outsideCount:
      isUnbounded && !results.isPlaceholderData && data !== undefined
        ? Math.max(0, (extent.data?.total ?? 0) - data.total)
        : 0,
    showAll: () => {
      const homes = extent.data;
      if (map !== null && homes !== undefined) moveMap(() => fitAllHomes(map, homes));
    },
    /** Zooms into a cluster; returns false if the map is already as close as possible. */
    zoomInto: (pin: Pin): boolean => {
      if (map === null) return false;
      const target = nearestBox(map, pin.bounds);
      const zoom = Math.min(map.getMaxZoom(), map.getBoundsZoom(target.pad(0.1)));
      if (zoom <= map.getZoom()) return false;
      map.setView(target.getCenter(), zoom, { animate: !prefersReducedMotion() });
      return true;
    },
    updateSearch: (changes: Partial<PropertyFilters>) => updateSearch(changes),
  };
}
