import { type ComponentType, lazy, Suspense, useState } from 'react';
import { hydrateAfter } from '../../../../ui/timing/before-hydration.ts';
import type { SearchState } from '../query/listing-url.ts';

type Props = { search: SearchState };

let loaded: ComponentType<Props> | null = null;

/** Loads the empty state. If loading fails, the page shows only its title until the next attempt. */
export async function fetchListingEmpty(): Promise<ComponentType<Props>> {
  try {
    loaded ??= (await import('./listing-empty.tsx')).ListingEmpty;
    return loaded;
  } catch {
    return NothingFound;
  }
}

if (!import.meta.env.SSR && document.querySelector('[data-nothing-found]') !== null)
  hydrateAfter(fetchListingEmpty());

function NothingFound() {
  return <p className="py-20 text-center">No Properties Found</p>;
}

const LazyEmpty = lazy(async () => ({ default: await fetchListingEmpty() }));

/**
 * The empty state of a search, loaded separately. The page's loader preloads its script. If the
 * document already shows it, hydration waits for the script.
 */
export function LazyListingEmpty(props: Props) {
  const [Empty] = useState(() => loaded ?? LazyEmpty);
  return (
    <div data-nothing-found="">
      <Suspense fallback={null}>
        <Empty {...props} />
      </Suspense>
    </div>
  );
}
