/** `npm run screenshots`: takes the screenshots in docs/images on a temporary server with demo data. */

import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { DEMO_SIGN_INS } from '#server/features/demo/demo-people.ts';
import { findTestBrowser } from '#tests/helpers/browser.ts';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';

const FOLDER = path.join(import.meta.dirname, '../docs/images');

type Screenshot = {
  name: string;
  url: string;
  as?: 'agent' | 'admin';
  width?: number;
  height?: number;
  isDark?: true;
};

const SCREENSHOTS: Screenshot[] = [
  { name: 'home', url: '/' },
  { name: 'home-phone', url: '/', width: 390, height: 844 },
  { name: 'for-sale', url: '/for-sale' },
  { name: 'for-rent-dark', url: '/for-rent', isDark: true },
  { name: 'for-sale-phone', url: '/for-sale', width: 390, height: 844 },
  { name: 'property', url: '/property/{id}', height: 1100 },
  { name: 'property-phone', url: '/property/{id}', width: 390, height: 844 },
  { name: 'agents', url: '/agents' },
  { name: 'about', url: '/about' },
  { name: 'contact', url: '/contact' },
  { name: 'login', url: '/login' },
  { name: 'register', url: '/register' },
  { name: 'profile', url: '/profile', as: 'agent' },
  { name: 'agent-overview', url: '/dashboard', as: 'agent' },
  { name: 'my-listings', url: '/dashboard/my-listings', as: 'agent' },
  { name: 'add-listing', url: '/dashboard/add-listing', as: 'agent', height: 1200 },
  { name: 'admin-overview', url: '/dashboard', as: 'admin', height: 1000 },
  { name: 'manage-users', url: '/dashboard/manage-users', as: 'admin' },
  { name: 'manage-properties', url: '/dashboard/manage-properties', as: 'admin' },
  { name: 'messages', url: '/dashboard/messages', as: 'admin' },
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
    for (const screenshot of SCREENSHOTS) {
      await takeScreenshot(browser, server.url, screenshot);
      console.log(screenshot.name);
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function takeScreenshot(
  browser: Browser,
  siteUrl: string,
  screenshot: Screenshot,
): Promise<void> {
  const page = await browser.newPage({
    baseURL: siteUrl,
    viewport: { width: screenshot.width ?? 1440, height: screenshot.height ?? 900 },
    colorScheme: screenshot.isDark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  // Omits map tiles, which have a different license.
  await page.route(
    (url) => !url.href.startsWith(siteUrl),
    (route) => route.abort(),
  );
  if (screenshot.as !== undefined) await signIn(page, screenshot.as);
  await page.goto(screenshot.url.replace('{id}', await findNewestId(page)), {
    waitUntil: 'networkidle',
  });
  const png = await page.screenshot({ animations: 'disabled' });
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(path.join(FOLDER, `${screenshot.name}.webp`));
  await page.close();
}

async function signIn(page: Page, role: 'agent' | 'admin'): Promise<void> {
  const { email, password } = DEMO_SIGN_INS.find((account) => account.role === role) ?? {};
  const response = await page.request.post('/api/auth/login', { data: { email, password } });
  const { token, ...user } = (await response.json()) as { token: string };
  await page.addInitScript(
    ([tokenValue, userValue]) => {
      localStorage.setItem('token', tokenValue ?? '');
      localStorage.setItem('user', userValue ?? '');
    },
    [token, JSON.stringify(user)],
  );
}

async function findNewestId(page: Page): Promise<string> {
  const response = await page.request.get('/api/properties?limit=1');
  const [newest] = (await response.json()) as { _id: string }[];
  return newest?._id ?? '';
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
