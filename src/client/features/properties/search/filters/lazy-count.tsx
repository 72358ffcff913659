import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import type { LiveCountProps } from './live-count.tsx';

const load = async () => (await import('./live-count.tsx')).LiveCount;

/**
 * The number of homes that a form would show. Its script loads after the page's own scripts because
 * the number never changes without JavaScript.
 */
export function LazyCount(props: LiveCountProps) {
  const { loaded: LiveCount } = useLoaded(load);
  if (LiveCount !== null) return <LiveCount {...props} />;
  return props.isLabel === true ? 'Show homes' : <p className={props.className} />;
}
