import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Button } from '../../../../ui/actions/button.tsx';
import { usePublicSettings } from '../../../../api/page-data/public-settings.ts';
import { useHydrated } from '../../../../ui/timing/use-hydrated.ts';
import { Skeleton } from '../../../../ui/waiting/skeleton.tsx';
import { extentQuery, needsExtent } from './map-queries.ts';
import type { SearchMapProps } from './search-map.tsx';

/** Loads the map's script. Called early, when the user hovers over or focuses 'Map'. */
export const loadSearchMap = async () => import('./search-map.tsx');

// If the URL selects the map, its script loads with the page's own scripts, before hydration.
if (!import.meta.env.SSR && /[?&]view=map\b/.test(location.search))
  void loadSearchMap().catch(() => undefined);

// If the map's script cannot be loaded, the list works without it.
const LoadedSearchMap = lazy(async () => {
  try {
    return { default: (await loadSearchMap()).SearchMap };
  } catch {
    return { default: NoMap };
  }
});

function NoMap() {
  return (
    <div
      role="alert"
      className="flex size-full flex-col items-center justify-center gap-4 bg-sunken p-6 text-center text-ink-soft"
    >
      <p>The map could not be loaded. The list shows the same homes.</p>
      {/* Browsers cache the failure until the document is reloaded. */}
      <Button variant="secondary" onClick={() => location.reload()}>
        Try again
      </Button>
    </div>
  );
}

// Imported only on the server, to keep it out of the browser's scripts.
const renderMapPreview = import.meta.env.SSR
  ? (await import('./map-preview.ts')).renderMapPreview
  : () => '';

/**
 * The map next to the list, once its script has loaded; until then, a skeleton. On phones, a
 * server-rendered document also shows a preview, which the map then covers.
 */
export function LazySearchMap(props: SearchMapProps) {
  const { scope, filters } = props.search;
  const { mapTileUrl } = usePublicSettings();
  // The map reads the extent of the results from the query cache.
  const extent = useQuery({
    ...extentQuery(scope, filters),
    enabled: needsExtent(filters),
    notifyOnChangeProps: [],
  });
  const isHydrated = useHydrated();
  const html = renderMapPreview(filters.bounds, extent.data, mapTileUrl);
  const skeleton = <Skeleton className="size-full" />;
  return (
    <>
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />
      {isHydrated ? (
        <Suspense fallback={skeleton}>
          <LoadedSearchMap {...props} />
        </Suspense>
      ) : (
        skeleton
      )}
    </>
  );
}
