import { describe, expect, it } from 'vitest';
import { readShortcut } from './shortcut-keys.ts';

const press = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {},
) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

describe('readShortcut', () => {
  it('knows single keys', () => {
    expect(readShortcut(press('n'), false)).toEqual({ action: 'new-listing' });
    expect(readShortcut(press('/'), false)).toEqual({ action: 'search' });
    expect(readShortcut(press('?'), false)).toEqual({ action: 'help' });
    expect(readShortcut(press('g'), false)).toBeNull();
    expect(readShortcut(press('q'), false)).toBeNull();
    expect(readShortcut(press('z'), false)).toEqual({ action: 'undo' });
    expect(readShortcut(press('X'), false)).toEqual({ action: 'list', key: 'x' });
    expect(readShortcut(press('ArrowRight'), false)).toEqual({ action: 'list', key: 'arrowright' });
  });

  it('takes the letter after a g as a place, n included', () => {
    expect(readShortcut(press('L'), true)).toEqual({ action: 'go', letter: 'l' });
    expect(readShortcut(press('n'), true)).toEqual({ action: 'go', letter: 'n' });
  });

  it('leaves the browser its own', () => {
    expect(readShortcut(press('n', { ctrlKey: true }), false)).toBeNull();
    expect(readShortcut(press('n', { metaKey: true }), false)).toBeNull();
    expect(readShortcut(press('l', { altKey: true }), true)).toBeNull();
  });
});
