import { useLoaded } from '../../ui/timing/use-loaded.ts';
import type { EditSearchBarProps } from './edit-search-bar.tsx';

const load = async () => (await import('./edit-search-bar.tsx')).EditSearchBar;

/** The bar for editing a saved search, loaded only while editing. */
export function LazyEditBar(props: EditSearchBarProps) {
  const { loaded: Bar } = useLoaded(load);
  return Bar === null ? null : <Bar {...props} />;
}
