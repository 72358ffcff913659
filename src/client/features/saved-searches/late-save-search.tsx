import { useLoaded } from '../../ui/timing/use-loaded.ts';
import type { SaveSearchButtonProps } from './save-search-button.tsx';

const load = async () => (await import('./save-search-button.tsx')).SaveSearchButton;

/** 'Save search'. Without scripts it could do nothing, so its own comes after the page's; its place is free until then. */
export function LateSaveSearch(props: SaveSearchButtonProps) {
  const { loaded: Button } = useLoaded(load);
  return Button === null ? (
    <span aria-hidden="true" className="inline-block h-9 w-34" />
  ) : (
    <Button {...props} />
  );
}
