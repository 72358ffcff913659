import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import type { LiveCountProps } from './live-count.tsx';

const load = async () => (await import('./live-count.tsx')).LiveCount;

/** How many homes a form would show. It only ever changes by scripts, so its own comes after the page's. */
export function LateCount(props: LiveCountProps) {
  const { loaded: LiveCount } = useLoaded(load);
  if (LiveCount !== null) return <LiveCount {...props} />;
  return props.isLabel === true ? 'Show homes' : <p className={props.className} />;
}
