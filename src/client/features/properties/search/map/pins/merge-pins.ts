import type { Pin } from './pins.ts';

/** Pins closer to each other than this are merged, in pixels. */
const MIN_DISTANCE_PX = 40;

interface Point {
  x: number;
  y: number;
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
  const groups: { pin: Pin; at: Point }[] = [];
  for (const pin of pins) {
    let next = { pin, at: placeOf(pin) };
    // A grown group has moved and may now touch another one.
    for (;;) {
      const touched = groups.findIndex(
        ({ at }) => Math.hypot(at.x - next.at.x, at.y - next.at.y) < MIN_DISTANCE_PX,
      );
      const [group] = touched === -1 ? [] : groups.splice(touched, 1);
      if (group === undefined) break;
      const merged = mergeTwo(group.pin, next.pin);
      next = { pin: merged, at: placeOf(merged) };
    }
    groups.push(next);
  }
  return groups.map(({ pin }) => pin);
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
