import { buttonClass } from '../../ui/actions/button-class.ts';
import { useLoaded } from '../../ui/timing/use-loaded.ts';
import type { SaveSearchButtonProps } from './save-search-button.tsx';

const load = async () => (await import('./save-search-button.tsx')).SaveSearchButton;

/**
 * The 'Save search' button. It needs scripts anyway, so its own script loads after the page's
 * scripts. Until then, an invisible placeholder reserves its space.
 */
export function LazySaveSearch(props: SaveSearchButtonProps) {
  const { loaded: Button } = useLoaded(load);
  return Button === null ? (
    <span aria-hidden="true" className={buttonClass('secondary', 'sm', 'invisible')}>
      <span className="size-4 max-md:hidden" />
      <span>
        Save<span className="max-md:hidden"> search</span>
      </span>
    </span>
  ) : (
    <Button {...props} />
  );
}
