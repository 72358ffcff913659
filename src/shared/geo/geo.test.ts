import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Area, boundsOfArea, isInArea, parseAreas, serializeAreas } from './area.ts';
import {
  type Bounds,
  isInBounds,
  centerOf,
  worldCopyOffset,
  parseBounds,
  widthOf,
  parsePosition,
  wrapLongitude,
  serializeBounds,
  serializePosition,
} from './bounds.ts';
import { boundsAround, EARTH_RADIUS_MILES, milesBetween } from './distance.ts';
import { decodePolyline, encodePolyline } from './polyline.ts';

const degrees = (max: number) =>
  fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((n) => n / 1e5);
const position = fc.record({ latitude: degrees(90), longitude: degrees(180) });
const bounds: fc.Arbitrary<Bounds> = fc.tuple(position, position).map(([a, b]) => ({
  west: a.longitude,
  east: b.longitude,
  south: Math.min(a.latitude, b.latitude),
  north: Math.max(a.latitude, b.latitude),
}));
const area: fc.Arbitrary<Area> = fc.array(position, { minLength: 3, maxLength: 200 });

describe('bounds', () => {
  test('do not change when serialized and parsed', () => {
    fc.assert(
      fc.property(bounds, (box) => {
        expect(parseBounds(serializeBounds(box))).toEqual(box);
      }),
    );
  });

  test('positions do not change when serialized and parsed', () => {
    fc.assert(
      fc.property(position, (point) => {
        expect(parsePosition(serializePosition(point))).toEqual(point);
      }),
    );
  });

  test('contain their edges and center, even across the antimeridian', () => {
    fc.assert(
      fc.property(bounds, (box) => {
        const { west, south, east, north } = box;
        expect(isInBounds(box, { latitude: south, longitude: west })).toBe(true);
        expect(isInBounds(box, { latitude: north, longitude: east })).toBe(true);
        expect(isInBounds(box, centerOf(box))).toBe(true);
      }),
    );
  });

  test('contain longitudes up to their width east of the western edge', () => {
    fc.assert(
      fc.property(bounds, degrees(180), (box, longitude) => {
        const east = (((longitude - box.west) % 360) + 360) % 360;
        fc.pre(Math.abs(east - widthOf(box)) > 1e-6 && Math.min(east, 360 - east) > 1e-6);
        const point = { latitude: box.south, longitude };
        expect(isInBounds(box, point)).toBe(east < widthOf(box));
      }),
    );
  });

  test.each([
    '',
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,x',
    '-180.1,0,0,1',
    '0,-90.1,0,1',
    '0,0,180.01,1',
    '0,0,1,91',
    '0,2,1,1',
    '0,,1,2',
    'NaN,0,1,1',
    'Infinity,0,1,1',
  ])('are rejected if invalid: %j', (text) => expect(parseBounds(text)).toBeNull());

  test('wrap longitudes beyond ±180 degrees', () => {
    expect([-181, 181, 540, 180, -180, 0].map(wrapLongitude)).toEqual([
      179, -179, -180, 180, -180, 0,
    ]);
    // Restores shifted longitudes exactly.
    for (const longitude of [-179.9, -179.7, -150.123_456_7, -128.05]) {
      expect(wrapLongitude(longitude + 360)).toBe(longitude);
      expect(wrapLongitude(-longitude - 360)).toBe(-longitude);
    }
  });

  test.each([
    [-179.5, 180, 180.5],
    [179.5, 180, 179.5],
    [179.5, -180.5, -180.5],
    [-97, -100, -97],
    [-97, 300, 263],
    [-97, -700, -817],
    [10, 725, 730],
  ])('longitude %d, on a map centered at %d, is shown at %d', (longitude, center, expected) => {
    expect(longitude + worldCopyOffset(longitude, center)).toBe(expected);
  });
});

describe('encoded polylines', () => {
  test('match the example in the specification', () => {
    const points = [
      { latitude: 38.5, longitude: -120.2 },
      { latitude: 40.7, longitude: -120.95 },
      { latitude: 43.252, longitude: -126.453 },
    ];
    expect(encodePolyline(points)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
    expect(decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@')).toEqual(points);
  });

  test('preserve points when encoded and decoded', () => {
    fc.assert(
      fc.property(area, (points) => {
        const decoded = decodePolyline(encodePolyline(points)) ?? [];
        expect(decoded).toHaveLength(points.length);
        for (const [index, { latitude, longitude }] of decoded.entries()) {
          expect(latitude).toBeCloseTo(points[index]?.latitude ?? NaN, 8);
          expect(longitude).toBeCloseTo(points[index]?.longitude ?? NaN, 8);
        }
      }),
    );
  });

  test('never throw, and contain no points off the globe, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const areas = parseAreas(text);
        for (const { latitude, longitude } of areas?.flat() ?? []) {
          expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
          expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        }
      }),
    );
  });

  test.each([
    [
      'two points',
      encodePolyline([
        { latitude: 1, longitude: 1 },
        { latitude: 2, longitude: 2 },
      ]),
    ],
    ['a string that ends mid-number', '_p~iF~ps|U_ulL'],
    [
      'a point off the globe',
      encodePolyline([
        { latitude: 91, longitude: 1 },
        { latitude: 2, longitude: 2 },
        { latitude: 2, longitude: 3 },
      ]),
    ],
    ['an unterminated number', '~'.repeat(40)],
    ['nothing between two commas', '_p~iF~ps|U_ulLnnqC_mqNvxq`@,'],
    ['six areas', Array.from({ length: 6 }, () => '_p~iF~ps|U_ulLnnqC_mqNvxq`@').join(',')],
  ])('are rejected: %s', (_name, text) => expect(parseAreas(text)).toBeNull());
});

describe('areas', () => {
  const square: Area = [
    { latitude: 0, longitude: 0 },
    { latitude: 0, longitude: 4 },
    { latitude: 4, longitude: 4 },
    { latitude: 4, longitude: 0 },
  ];
  /** Crosses itself so that the pentagon in its center is outside. */
  const star: Area = [0, 2, 4, 1, 3].map((corner) => ({
    latitude: Math.cos((corner * 2 * Math.PI) / 5),
    longitude: Math.sin((corner * 2 * Math.PI) / 5),
  }));

  test('follow the even-odd rule', () => {
    expect(isInArea(square, { latitude: 1, longitude: 1 })).toBe(true);
    expect(isInArea(square, { latitude: 1, longitude: 5 })).toBe(false);
    expect(isInArea(star, { latitude: 0, longitude: 0 })).toBe(false);
    expect(isInArea(star, { latitude: 0.8, longitude: 0 })).toBe(true);
    // Points that are enclosed twice are outside.
    expect(isInArea([...square, ...square], { latitude: 1, longitude: 1 })).toBe(false);
  });

  test('do not contain points outside their bounding box, regardless of drawing direction', () => {
    fc.assert(
      fc.property(area, position, (corners, point) => {
        const isInside = isInArea(corners, point);
        if (isInside) expect(isInBounds(boundsOfArea(corners), point)).toBe(true);
        expect(isInArea(corners.toReversed(), point)).toBe(isInside);
      }),
    );
  });

  test('contain the same outline points regardless of drawing direction', () => {
    const area: Area = [
      { latitude: -8e-5, longitude: -8e-5 },
      { latitude: -3e-5, longitude: -3e-5 },
      { latitude: -8e-5, longitude: 1e-5 },
    ];
    for (const step of [-7, -6, -5, -4]) {
      const point = { latitude: step / 1e5, longitude: step / 1e5 };
      expect(isInArea(area.toReversed(), point)).toBe(isInArea(area, point));
    }
  });

  test('do not compare points outside their bounding box with corners', () => {
    let readCount = 0;
    const corners = square.map(({ latitude, longitude }) => ({
      longitude,
      get latitude() {
        readCount += 1;
        return latitude;
      },
    }));
    expect(isInArea(corners, { latitude: 1, longitude: 1 })).toBe(true);
    const firstReadCount = readCount;
    expect(isInArea(corners, { latitude: 1, longitude: 5 })).toBe(false);
    expect(isInArea(corners, { latitude: 5, longitude: 1 })).toBe(false);
    expect(readCount).toBe(firstReadCount);
  });

  test('keep all corners when formatted and parsed, including several areas in one value', () => {
    fc.assert(
      fc.property(fc.array(area, { minLength: 1, maxLength: 5 }), (areas) => {
        expect(parseAreas(serializeAreas(areas))?.map(({ length }) => length)).toEqual(
          areas.map(({ length }) => length),
        );
      }),
    );
  });
});

describe('distances', () => {
  test('are accurate to within five miles between two cities', () => {
    const newYork = { latitude: 40.7128, longitude: -74.006 };
    const losAngeles = { latitude: 34.0522, longitude: -118.2437 };
    expect(milesBetween(newYork, losAngeles)).toBeCloseTo(2446, -1);
    expect(milesBetween(newYork, newYork)).toBe(0);
  });

  test('agree with vector angles, and boxes contain all points within a distance', () => {
    const miles = fc.double({ min: 0.1, max: 100, noNaN: true });
    const step = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(position, step, step, miles, (from, dy, dx, maxMiles) => {
        const to = {
          latitude: Math.max(-90, Math.min(90, from.latitude + dy)),
          longitude: wrapLongitude(from.longitude + dx * 5),
        };
        const distance = milesBetween(from, to);
        expect(distance).toBeCloseTo(computeMilesFromVectors(from, to), 1);
        if (distance <= maxMiles) expect(isInBounds(boundsAround(from, maxMiles), to)).toBe(true);
      }),
    );
  });
});

/** Calculates a distance from vectors, which is less accurate for short distances. */
function computeMilesFromVectors(a: { latitude: number; longitude: number }, b: typeof a): number {
  const toVector = ({ latitude, longitude }: typeof a) => {
    const latitudeRadians = (latitude * Math.PI) / 180;
    const longitudeRadians = (longitude * Math.PI) / 180;
    return [
      Math.cos(latitudeRadians) * Math.cos(longitudeRadians),
      Math.cos(latitudeRadians) * Math.sin(longitudeRadians),
      Math.sin(latitudeRadians),
    ] as const;
  };
  const [ax, ay, az] = toVector(a);
  const [bx, by, bz] = toVector(b);
  const chord = Math.hypot(ax - bx, ay - by, az - bz);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, chord / 2));
}
