/** Lets the icons of `lucide-react` be drawn by our own few lines. */

import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const OURS = fileURLToPath(new URL('../../src/client/ui/pictures/create-icon.ts', import.meta.url));

/** The plugin. In development, where the library comes in one piece, it draws its icons itself: they look the same. */
export function iconsPlugin(): Plugin {
  return {
    name: 'icons',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/') === true
        ? OURS
        : undefined,
  };
}
