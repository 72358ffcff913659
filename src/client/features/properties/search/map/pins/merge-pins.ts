import type { Pin } from './pins.ts';

/** Pins closer to each other than this are merged, in pixels. */
const MIN_DISTANCE_PX = 40;
/** The diameter of a cluster with a short label. */
const CLUSTER_PX = 36;
/** The approximate width of a character, and of the padding with the border, in pixels. */
const CHARACTER_PX = 8;
const PADDING_PX = 20;

interface Point {
  x: number;
  y: number;
}

interface PlacedPin {
  pin: Pin;
  at: Point;
}

/**
 * Merges overlapping pins into clusters like the server's: at the mean position of their homes, with
 * the homes' identifiers unless one of the pins is a cluster.
 *
 * @param placeOf a pin's position in pixels
 */
export function mergePins(
  pins: readonly Pin[],
  placeOf: (at: Pick<Pin, 'latitude' | 'longitude'>) => Point,
): Pin[] {
  const groups: PlacedPin[] = [];
  for (const pin of pins) {
    let next = { pin, at: placeOf(pin) };
    // A grown group has moved and may now touch another one.
    for (;;) {
      const touched = groups.findIndex((group) => overlaps(group, next));
      const [group] = touched === -1 ? [] : groups.splice(touched, 1);
      if (group === undefined) break;
      const merged = mergeTwo(group.pin, next.pin);
      next = { pin: merged, at: placeOf(merged) };
    }
    groups.push(next);
  }
  return groups.map(({ pin }) => pin);
}

/** Returns whether two pins are close, or one of them is a cluster and their labels overlap. */
function overlaps(a: PlacedPin, b: PlacedPin): boolean {
  const [x, y] = [Math.abs(a.at.x - b.at.x), Math.abs(a.at.y - b.at.y)];
  if (Math.hypot(x, y) < MIN_DISTANCE_PX) return true;
  if (a.pin.kind !== 'cluster' && b.pin.kind !== 'cluster') return false;
  return y < CLUSTER_PX && x < (widthOf(a.pin) + widthOf(b.pin)) / 2;
}

const widthOf = ({ label }: Pin) => Math.max(CLUSTER_PX, label.length * CHARACTER_PX + PADDING_PX);

function mergeTwo(a: Pin, b: Pin): Pin {
  const count = a.count + b.count;
  const mean = (name: 'latitude' | 'longitude') => (a[name] * a.count + b[name] * b.count) / count;
  const latitude = mean('latitude');
  const longitude = mean('longitude');
  const hasIds = a.ids.length > 0 && b.ids.length > 0;
  return {
    kind: 'cluster',
    key: `cluster ${latitude},${longitude},${count}`,
    latitude,
    longitude,
    label: count.toLocaleString('en-US'),
    name: `${count.toLocaleString('en-US')} homes`,
    ids: hasIds ? [...a.ids, ...b.ids] : [],
    count,
    bounds: {
      west: Math.min(a.bounds.west, b.bounds.west),
      south: Math.min(a.bounds.south, b.bounds.south),
      east: Math.max(a.bounds.east, b.bounds.east),
      north: Math.max(a.bounds.north, b.bounds.north),
    },
    status: a.status === b.status ? a.status : null,
  };
}
