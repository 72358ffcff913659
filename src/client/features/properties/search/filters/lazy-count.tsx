import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import type { LiveCountProps } from './live-count.tsx';

const load = async () => (await import('./live-count.tsx')).LiveCount;

/**
 * The number of homes that a form would show. It never changes without JavaScript, so it loads
 * after the page's own scripts.
 */
export function LazyCount(props: LiveCountProps) {
  const { loaded: LiveCount } = useLoaded(load);
  if (LiveCount !== null) return <LiveCount {...props} />;
  return props.isLabel === true ? 'Show homes' : <p className={props.className} />;
}
