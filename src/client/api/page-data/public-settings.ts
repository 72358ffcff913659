import { useRouteLoaderData } from 'react-router';
import type { PublicSettings } from '#shared/site/page-request.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';

const FALLBACK: PublicSettings = {
  publicUrl: '',
  mapTileUrl: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
  costRates: DEFAULT_COST_RATES,
};

/** Returns the installation's public settings, embedded once in the document. */
export function usePublicSettings(): PublicSettings {
  const root = useRouteLoaderData<{ publicSettings: PublicSettings }>('root');
  return root?.publicSettings ?? FALLBACK;
}
