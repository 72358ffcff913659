/** Lists the built files that a first visit to each page loads, according to the router's manifest. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A page and the URL paths of its files, such as `/assets/home-1a2b.js`. */
export interface FirstVisit {
  /** The path in the route table, such as `/property/:id`. */
  path: string;
  scripts: Set<string>;
  styles: Set<string>;
  /** The fonts needed for basic Latin text. */
  fonts: Set<string>;
}

const partSchema = z.object({
  module: z.string(),
  imports: z.array(z.string()).default([]),
  // The router adds an empty fragment to style sheets that other modules also load.
  css: z.array(z.string().transform((url) => url.replace(/#$/, ''))).default([]),
});
const routeSchema = partSchema.extend({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  index: z.boolean().optional(),
});
const manifestSchema = z.object({
  entry: partSchema,
  routes: z.record(z.string(), routeSchema),
});
type Manifest = z.output<typeof manifestSchema>;
type Route = z.output<typeof routeSchema>;

/**
 * Lists every page outside the dashboard.
 *
 * @param clientFolder `build/<name>/client`
 * @throws Error if the build has no router manifest, or one in another format
 */
export function listFirstVisits(clientFolder: string): FirstVisit[] {
  const assets = join(clientFolder, 'assets');
  const manifestName = readdirSync(assets).find((name) => /^manifest-.*\.js$/.test(name));
  if (manifestName === undefined) throw new Error(`No manifest found in ${assets}.`);
  const { entry, routes } = readManifest(join(assets, manifestName));
  const files = readBuiltFiles(clientFolder);

  return Object.values(routes)
    .filter((route) => isPage(route, routes))
    .map((route) => {
      const branch = routeWithAncestors(route, routes);
      const scripts = findReachable(
        [entry, ...branch].flatMap(({ module, imports }) => imports.concat(module)),
        files.importsOf,
      );
      // The root links the site's style sheet, whose URL is in a script.
      const styles = new Set([
        ...[entry, ...branch].flatMap(({ css }) => css),
        ...[...scripts].flatMap(files.linkedStyles),
      ]);
      // Added last, because the manifest contains the style sheets of all pages.
      scripts.add(`/assets/${manifestName}`);
      return {
        path: `/${branch.flatMap(({ path }) => path || []).join('/')}`,
        scripts,
        styles,
        fonts: new Set([...styles].flatMap(files.basicFonts)),
      };
    });
}

function readManifest(file: string): Manifest {
  const text = readFileSync(file, 'utf8');
  const json = /^window\.__reactRouterManifest=(.*?);?\s*$/s.exec(text)?.[1];
  return manifestSchema.parse(JSON.parse(json ?? 'null'));
}

/** Returns whether a route has its own URL outside the dashboard. */
function isPage(route: Route, routes: Manifest['routes']): boolean {
  const hasUrl = route.index === true || (route.path ?? '') !== '';
  return hasUrl && !routeWithAncestors(route, routes).some(({ path }) => path === 'dashboard');
}

/** Returns a route with its ancestors, the root first. */
function routeWithAncestors(route: Route, routes: Manifest['routes']): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...routeWithAncestors(parent, routes), route];
}

function findReachable(start: readonly string[], next: (file: string) => string[]): Set<string> {
  const all = new Set<string>();
  const pending = [...start];
  for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
    if (all.has(file)) continue;
    all.add(file);
    pending.push(...next(file));
  }
  return all;
}

/** Creates functions that examine built files by URL path. Each file is read once. */
function readBuiltFiles(clientFolder: string) {
  const texts = new Map<string, string>();
  const read = (urlPath: string): string => {
    const text = texts.get(urlPath) ?? readFileSync(join(clientFolder, urlPath), 'utf8');
    texts.set(urlPath, text);
    return text;
  };
  return {
    /** Returns a chunk's static imports, which are loaded with it. */
    importsOf: (urlPath: string) =>
      [...read(urlPath).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
        ([, name]) => `/assets/${name ?? ''}`,
      ),
    /** Returns the style sheets whose URLs are in a chunk. */
    linkedStyles: (urlPath: string) =>
      [...read(urlPath).matchAll(/["'`](\/assets\/[\w.-]+\.css)["'`]/g)].map(
        ([, path]) => path ?? '',
      ),
    /** Returns a style sheet's fonts for basic Latin text. Browsers load other fonts only when needed. */
    basicFonts: (urlPath: string) =>
      [...read(urlPath).matchAll(/@font-face\s*\{[^}]*\}/g)].flatMap(([rule]) => {
        const isBasic = !/unicode-range/.test(rule) || /U\+(\?\?|0+-)/i.test(rule);
        const path = /url\(["']?(\/assets\/[\w.-]+)/.exec(rule)?.[1];
        return isBasic && path !== undefined ? [path] : [];
      }),
  };
}
