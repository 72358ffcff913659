import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { THEME_COLOR } from './theme.ts';

const PUBLIC_FOLDER = path.join(import.meta.dirname, '../../../public');

const manifest = JSON.parse(
  readFileSync(path.join(PUBLIC_FOLDER, 'manifest.webmanifest'), 'utf8'),
) as { theme_color: string; background_color: string; icons: { src: string }[] };

test('the installed site opens on paper, like the pages', () => {
  expect([manifest.theme_color, manifest.background_color]).toEqual([
    THEME_COLOR.light,
    THEME_COLOR.light,
  ]);
});

test('its icons are there', () => {
  const missing = manifest.icons.filter(({ src }) => !existsSync(path.join(PUBLIC_FOLDER, src)));
  expect(missing).toEqual([]);
});
