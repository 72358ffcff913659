/** Lists the built files that a first visit to each page loads, by the router's manifest. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** One page and the URL paths of its files, such as `/assets/home-1a2b.js`. */
export interface FirstVisit {
  /** As in the route table: `/property/:id`. */
  path: string;
  scripts: Set<string>;
  styles: Set<string>;
  /** The fonts needed for basic Latin text. */
  fonts: Set<string>;
}

const partSchema = z.object({
  module: z.string(),
  imports: z.array(z.string()).default([]),
  // The router adds an empty fragment to style sheets that are also loaded elsewhere.
  css: z.array(z.string().transform((address) => address.replace(/#$/, ''))).default([]),
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
  if (manifestName === undefined) throw new Error(`There is no manifest in ${assets}.`);
  const { entry, routes } = readManifest(join(assets, manifestName));
  const files = readBuiltFiles(clientFolder);

  return Object.values(routes)
    .filter((route) => isPage(route, routes))
    .map((route) => {
      const branch = branchOf(route, routes);
      const scripts = closeOver(
        [entry, ...branch].flatMap(({ module, imports }) => imports.concat(module)),
        files.importsOf,
      );
      // The root links the site's stylesheet: its URL is in a script.
      const styles = new Set([
        ...[entry, ...branch].flatMap(({ css }) => css),
        ...[...scripts].flatMap(files.linkedStyles),
      ]);
      // Added last, because it names the style sheets of all pages.
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
  const hasAddress = route.index === true || (route.path ?? '') !== '';
  return hasAddress && !branchOf(route, routes).some(({ path }) => path === 'dashboard');
}

/** Returns a route with its ancestors, the root first. */
function branchOf(route: Route, routes: Manifest['routes']): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...branchOf(parent, routes), route];
}

function closeOver(start: readonly string[], next: (file: string) => string[]): Set<string> {
  const all = new Set<string>();
  const waiting = [...start];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (all.has(file)) continue;
    all.add(file);
    waiting.push(...next(file));
  }
  return all;
}

/** Reads built files by URL path, each once. */
function readBuiltFiles(clientFolder: string) {
  const texts = new Map<string, string>();
  const read = (address: string): string => {
    const text = texts.get(address) ?? readFileSync(join(clientFolder, address), 'utf8');
    texts.set(address, text);
    return text;
  };
  return {
    /** Returns a chunk's static imports, which are loaded with it. */
    importsOf: (address: string) =>
      [...read(address).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
        ([, name]) => `/assets/${name ?? ''}`,
      ),
    /** Returns the style sheets whose URLs are in a chunk. */
    linkedStyles: (address: string) =>
      [...read(address).matchAll(/["'`](\/assets\/[\w.-]+\.css)["'`]/g)].map(
        ([, path]) => path ?? '',
      ),
    /** Returns the fonts of a style sheet for basic Latin text; browsers load others only when needed. */
    basicFonts: (address: string) =>
      [...read(address).matchAll(/@font-face\s*\{[^}]*\}/g)].flatMap(([rule]) => {
        const isBasic = !/unicode-range/.test(rule) || /U\+(\?\?|0+-)/i.test(rule);
        const path = /url\(["']?(\/assets\/[\w.-]+)/.exec(rule)?.[1];
        return isBasic && path !== undefined ? [path] : [];
      }),
  };
}
