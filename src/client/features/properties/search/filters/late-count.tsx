import { useLoaded } from '../../../../ui/timing/use-loaded.ts';
import type { LiveCountProps } from './live-count.tsx';

const load = async () => (await import('./live-count.tsx')).LiveCount;

/** The count beside 'Apply Filters'. It only ever changes by scripts, so its own comes after the page's. */
export function LateCount(props: LiveCountProps) {
  const { loaded: LiveCount } = useLoaded(load);
  return LiveCount === null ? <p className={props.className} /> : <LiveCount {...props} />;
}
