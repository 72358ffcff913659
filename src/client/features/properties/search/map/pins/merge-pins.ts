import type { Pin } from './pins.ts';

/** Pins closer to each other than this are merged, in pixels. */
const MIN_DISTANCE_PX = 40;
/** The diameter of a cluster with a short label. */
const CLUSTER_PX = 36;
/** The height of other pins. */
const LABEL_PX = 28;
/** The approximate width of a character of a label. */
const CHARACTER_PX = 8;
/** The approximate horizontal padding of a pin, both sides together, including the border. */
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
 * Merges pins that overlap or are close into clusters at the mean position of their homes, as the
 * server does. A cluster has its homes' IDs unless the server sent any of them only as a cluster.
 *
 * @param pointOf returns a pin's position in pixels
 */
export function mergePins(
  pins: readonly Pin[],
  pointOf: (at: Pick<Pin, 'latitude' | 'longitude'>) => Point,
): Pin[] {
  const groups: PlacedPin[] = [];
  for (const pin of pins) {
    let next = { pin, at: pointOf(pin) };
    // A grown group has moved and may now touch another one.
    for (;;) {
      const overlappingIndex = groups.findIndex((group) => overlaps(group, next));
      const [group] = overlappingIndex === -1 ? [] : groups.splice(overlappingIndex, 1);
      if (group === undefined) break;
      const merged = mergeTwo(group.pin, next.pin);
      next = { pin: merged, at: pointOf(merged) };
    }
    groups.push(next);
  }
  return groups.map(({ pin }) => pin);
}

/** Returns whether two pins are close or their labels overlap. */
function overlaps(a: PlacedPin, b: PlacedPin): boolean {
  const x = Math.abs(a.at.x - b.at.x);
  if (Math.hypot(x, a.at.y - b.at.y) < MIN_DISTANCE_PX) return true;
  const [first, second] = [verticalRangeOf(a), verticalRangeOf(b)];
  return (
    x < (widthOf(a.pin) + widthOf(b.pin)) / 2 &&
    first.top < second.bottom &&
    second.top < first.bottom
  );
}

const widthOf = ({ label }: Pin) => Math.max(CLUSTER_PX, label.length * CHARACTER_PX + PADDING_PX);

/**
 * Returns the top and bottom of a pin. A cluster is centered on its position; the bottom edge of any
 * other pin is at its position.
 */
function verticalRangeOf({ pin, at: { y } }: PlacedPin) {
  return pin.kind === 'cluster'
    ? { top: y - CLUSTER_PX / 2, bottom: y + CLUSTER_PX / 2 }
    : { top: y - LABEL_PX, bottom: y };
}

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
