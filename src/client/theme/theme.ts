/** The color theme: the system's, or the user's choice (stored in the browser). */

import { THEME_KEY } from './theme-key.ts';

/** `system` follows the device. */
export type Theme = 'system' | 'light' | 'dark';

/** The page background by theme, for the browser's toolbar (`theme-color`). A test compares it with the tokens. */
export const THEME_COLOR = { light: '#fbf8f3', dark: '#171411' } as const;

/** Returns the stored choice. */
export function readTheme(): Theme {
  try {
    const storedTheme = localStorage.getItem(THEME_KEY);
    return storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system';
  } catch {
    return 'system';
  }
}

const listeners = new Set<() => void>();

/** The choice, for `useSyncExternalStore`. Follows choices made in other tabs. */
export const themeStore = {
  subscribe(listener: () => void) {
    const onStorage = (event: StorageEvent) => {
      if (event.key !== THEME_KEY && event.key !== null) return;
      applyTheme(readTheme());
      listener();
    };
    listeners.add(listener);
    addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', onStorage);
    };
  },
  getSnapshot: readTheme,
  /** The server does not know the choice. */
  getServerSnapshot: (): Theme => 'system',
};

/** Stores a choice and applies it immediately. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage, the choice lasts only for this page.
  }
  applyTheme(theme);
  listeners.forEach((listener) => listener());
}

/** Applies a theme without storing it. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  for (const scheme of ['light', 'dark'] as const) {
    const meta = document.querySelector(`meta[name="theme-color"][media*="${scheme}"]`);
    meta?.setAttribute('content', THEME_COLOR[theme === 'system' ? scheme : theme]);
  }
}

/**
 * Runs in the head before the first paint: marks that JavaScript is available, applies the
 * chosen theme, and marks whether a user may be signed in. Constant so that a Content-Security-Policy can contain
 * its hash.
 */
export const HEAD_SCRIPT = `(function(){var d=document.documentElement;d.setAttribute('data-js','');try{var t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark'){d.setAttribute('data-theme',t);var m=document.querySelectorAll('meta[name="theme-color"]');for(var i=0;i<m.length;i++)m[i].setAttribute('content',t==='light'?'${THEME_COLOR.light}':'${THEME_COLOR.dark}')}if(localStorage.getItem('token'))d.setAttribute('data-signed-in','')}catch(e){}})()`;
