/** `npm run screenshots`: takes the screenshots in docs/images, from a temporary server with demo data. */

import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_SIGN_INS } from '#server/features/demo/demo-people.ts';
import { findTestBrowser } from '#tests/helpers/browser.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';

const FOLDER = path.join(import.meta.dirname, '../docs/images');

type Shot = {
  name: string;
  address: string;
  as?: 'agent' | 'admin';
  width?: number;
  height?: number;
  isDark?: true;
};

const SHOTS: Shot[] = [
  { name: 'home', address: '/' },
  { name: 'home-phone', address: '/', width: 390, height: 844 },
  { name: 'for-sale', address: '/for-sale' },
  { name: 'for-rent-dark', address: '/for-rent', isDark: true },
  { name: 'for-sale-phone', address: '/for-sale', width: 390, height: 844 },
  { name: 'property', address: '/property/{id}', height: 1100 },
  { name: 'property-phone', address: '/property/{id}', width: 390, height: 844 },
  { name: 'agents', address: '/agents' },
  { name: 'about', address: '/about' },
  { name: 'contact', address: '/contact' },
  { name: 'login', address: '/login' },
  { name: 'register', address: '/register' },
  { name: 'profile', address: '/profile', as: 'agent' },
  { name: 'agent-overview', address: '/dashboard', as: 'agent' },
  { name: 'my-listings', address: '/dashboard/my-listings', as: 'agent' },
  { name: 'add-listing', address: '/dashboard/add-listing', as: 'agent', height: 1200 },
  { name: 'admin-overview', address: '/dashboard', as: 'admin', height: 1000 },
  { name: 'manage-users', address: '/dashboard/manage-users', as: 'admin' },
  { name: 'manage-properties', address: '/dashboard/manage-properties', as: 'admin' },
  { name: 'messages', address: '/dashboard/messages', as: 'admin' },
];

async function main(): Promise<void> {
  const dataDir = makeTempFolder();
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'error',
    NODE_ENV: 'production',
  });
  const browser = await chromium.launch(await findTestBrowser());
  try {
    await mkdir(FOLDER, { recursive: true });
    for (const shot of SHOTS) {
      await take(browser, server.url, shot);
      console.log(shot.name);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function take(browser: Browser, site: string, shot: Shot): Promise<void> {
  const page = await browser.newPage({
    baseURL: site,
    viewport: { width: shot.width ?? 1440, height: shot.height ?? 900 },
    colorScheme: shot.isDark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  // Map tiles are other people's work, so the screenshots omit them.
  await page.route(
    (url) => !url.href.startsWith(site),
    (route) => route.abort(),
  );
  if (shot.as !== undefined) await signIn(page, shot.as);
  await page.goto(shot.address.replace('{id}', await newestId(page)), { waitUntil: 'networkidle' });
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .webp({ quality: 82 })
    .toFile(path.join(FOLDER, `${shot.name}.webp`));
  await page.close();
}

async function signIn(page: Page, role: 'agent' | 'admin'): Promise<void> {
  const { email, password } = DEMO_SIGN_INS.find((one) => one.role === role) ?? {};
  const response = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token, ...user } = (await response.json()) as { token: string };
  await page.addInitScript(
    ([key, person]) => {
      localStorage.setItem('token', key ?? '');
      localStorage.setItem('user', person ?? '');
    },
    [token, JSON.stringify(user)],
  );
}

async function newestId(page: Page): Promise<string> {
  const response = await page.request.get('/api/properties?limit=1');
  const [newest] = (await response.json()) as { _id: string }[];
  return newest?._id ?? '';
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
