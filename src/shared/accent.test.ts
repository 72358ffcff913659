import { describe, expect, test } from 'vitest';
import { accentContrast, nearestAccent } from './accent.ts';

describe('accentContrast', () => {
  test.each(['#0f766e', '#b3541e', '#2563eb', '#7a7a7a', '#c2410c'])('accepts %s', (color) => {
    expect(accentContrast(color)).toMatchObject({ isSufficient: true });
  });

  test.each(['#ffffff', '#000000', '#ffee00', '#0a0a20', '#dddddd', '#14213d'])(
    'rejects %s',
    (color) => expect(accentContrast(color).isSufficient).toBe(false),
  );

  test('chooses the text color with more contrast', () => {
    expect(accentContrast('#0f766e').text).toBe('#ffffff');
    expect(accentContrast('#e0803c').text).toBe('#000000');
  });
});

test('nearestAccent returns a valid accent, and does not change a valid one', () => {
  for (const color of [
    '#ffffff',
    '#000000',
    '#ffee00',
    '#0000ff',
    '#14213d',
    '#00ff00',
    '#ff00ff',
  ]) {
    expect([color, accentContrast(nearestAccent(color)).isSufficient]).toEqual([color, true]);
  }
  expect(nearestAccent('#0f766e')).toBe('#0f766e');
});
