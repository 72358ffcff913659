import { type ComponentType, lazy, Suspense, useState } from 'react';
import { hydrateAfter } from '../../../../ui/timing/before-hydration.ts';
import type { Listing } from '../query/listing-address.ts';

type Props = { listing: Listing };

let loaded: ComponentType<Props> | null = null;

/** Fetches what a search without homes shows. Where that fails, the page does without until it is asked again. */
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

const Later = lazy(async () => ({ default: await fetchListingEmpty() }));

/**
 * What a search without homes shows: not part of a first visit. The page's loader has fetched it; where the document
 * already shows it, its script comes before React takes the page over.
 */
export function LateListingEmpty(props: Props) {
  const [Empty] = useState(() => loaded ?? Later);
  return (
    <div data-nothing-found="">
      <Suspense fallback={null}>
        <Empty {...props} />
      </Suspense>
    </div>
  );
}
