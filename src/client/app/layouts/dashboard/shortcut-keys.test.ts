import { describe, expect, it } from 'vitest';
import { isAfterG, readShortcut } from './shortcut-keys.ts';

const press = (
  key: string,
  modifiers: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...modifiers,
});

describe('isAfterG', () => {
  it('is true for a short time after a g', () => {
    expect(isAfterG(5_000, 6_199)).toBe(true);
    expect(isAfterG(5_000, 6_200)).toBe(false);
  });

  it('is false without a g, even right after the page load', () => {
    expect(isAfterG(null, 300)).toBe(false);
    expect(isAfterG(0, 300)).toBe(true);
  });
});

describe('readShortcut', () => {
  it('recognizes single keys', () => {
    expect(readShortcut(press('n'), false)).toEqual({ action: 'new-listing' });
    expect(readShortcut(press('/'), false)).toEqual({ action: 'search' });
    expect(readShortcut(press('?'), false)).toEqual({ action: 'help' });
    expect(readShortcut(press('g'), false)).toBeNull();
    expect(readShortcut(press('q'), false)).toBeNull();
    expect(readShortcut(press('z'), false)).toEqual({ action: 'undo' });
    expect(readShortcut(press('X'), false)).toEqual({ action: 'list', key: 'x' });
    expect(readShortcut(press('ArrowRight'), false)).toEqual({ action: 'list', key: 'arrowright' });
  });

  it('moves to unread rows with Shift, regardless of Caps Lock', () => {
    expect(readShortcut(press('J', { shiftKey: true }), false)).toEqual({
      action: 'unread',
      step: 1,
    });
    expect(readShortcut(press('k', { shiftKey: true }), false)).toEqual({
      action: 'unread',
      step: -1,
    });
    expect(readShortcut(press('J'), false)).toEqual({ action: 'list', key: 'j' });
  });

  it('treats the letter after a g as the key of a page, even n', () => {
    expect(readShortcut(press('L'), true)).toEqual({ action: 'go', letter: 'l' });
    expect(readShortcut(press('n'), true)).toEqual({ action: 'go', letter: 'n' });
  });

  it('ignores the browser’s shortcuts', () => {
    expect(readShortcut(press('n', { ctrlKey: true }), false)).toBeNull();
    expect(readShortcut(press('n', { metaKey: true }), false)).toBeNull();
    expect(readShortcut(press('l', { altKey: true }), true)).toBeNull();
  });
});
