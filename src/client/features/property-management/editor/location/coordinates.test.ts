import { describe, expect, it } from 'vitest';
import { coordinateText, parsePositionPair, parsePosition } from './coordinates.ts';

describe('coordinateText', () => {
  it('rounds to six decimals without trailing zeros', () => {
    expect(coordinateText(30.26715312345)).toBe('30.267153');
    expect(coordinateText(-97.5)).toBe('-97.5');
    expect(coordinateText(12)).toBe('12');
  });

  it('writes no exponent, which the form would reject', () => {
    expect(coordinateText(0.0000004)).toBe('0');
    expect(coordinateText(-0.0000004)).toBe('0');
    expect(coordinateText(0.000001)).toBe('0.000001');
  });
});

describe('parsePosition', () => {
  it('returns a position only if both fields contain a coordinate', () => {
    expect(parsePosition('30.2', '-97.7')).toEqual({ latitude: 30.2, longitude: -97.7 });
    expect(parsePosition('0', '0')).toEqual({ latitude: 0, longitude: 0 });
    for (const [latitude, longitude] of [
      ['', '1'],
      ['1', ' '],
      ['91', '1'],
      ['1', '-180.1'],
      ['north', '1'],
    ] as const) {
      expect(parsePosition(latitude, longitude)).toBeNull();
    }
  });
});

describe('parsePositionPair', () => {
  it.each(['30.2672, -97.7431', '30.2672 -97.7431', '(30.2672,-97.7431)', ' 30.2672; -97.7431 '])(
    'reads %s',
    (text) => expect(parsePositionPair(text)).toEqual({ latitude: 30.2672, longitude: -97.7431 }),
  );

  it.each(['30.2672', '', 'Austin, TX', '30.2672, -197.7', '1,2,3'])('rejects "%s"', (text) =>
    expect(parsePositionPair(text)).toBeNull(),
  );
});
