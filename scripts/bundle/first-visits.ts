/** Which built files a first visit of each page loads, by the router's manifest. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** One page and its files, as addresses: `/assets/home-1a2b.js`. */
export interface FirstVisit {
  /** As in the table of routes: `/property/:id`. */
  path: string;
  scripts: Set<string>;
  styles: Set<string>;
  /** The fonts that plain English needs. */
  fonts: Set<string>;
}

const partSchema = z.object({
  module: z.string(),
  imports: z.array(z.string()).default([]),
  // The router marks style sheets that are loaded later elsewhere, too, by an empty fragment.
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
 * Every page outside the dashboard.
 *
 * @param clientFolder `build/<name>/client`
 * @throws Error when the build has no manifest of the router, or one of another form
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
      // Last: it names the style sheets of all pages.
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

/** A route with an address of its own, outside the dashboard. */
function isPage(route: Route, routes: Manifest['routes']): boolean {
  const hasAddress = route.index === true || (route.path ?? '') !== '';
  return hasAddress && !branchOf(route, routes).some(({ path }) => path === 'dashboard');
}

/** A route and what stands around it, the root first. */
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

/** Built files by their address, each read once. */
function readBuiltFiles(clientFolder: string) {
  const texts = new Map<string, string>();
  const read = (address: string): string => {
    const text = texts.get(address) ?? readFileSync(join(clientFolder, address), 'utf8');
    texts.set(address, text);
    return text;
  };
  return {
    /** A chunk's static imports: the chunks of a chunk are loaded, too. */
    importsOf: (address: string) =>
      [...read(address).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
        ([, name]) => `/assets/${name ?? ''}`,
      ),
    /** Style sheets that a chunk links by their address. */
    linkedStyles: (address: string) =>
      [...read(address).matchAll(/["'`](\/assets\/[\w.-]+\.css)["'`]/g)].map(
        ([, path]) => path ?? '',
      ),
    /** The fonts of a style sheet that plain English needs; browsers fetch the others only for their letters. */
    basicFonts: (address: string) =>
      [...read(address).matchAll(/@font-face\s*\{[^}]*\}/g)].flatMap(([rule]) => {
        const isBasic = !/unicode-range/.test(rule) || /U\+(\?\?|0+-)/i.test(rule);
        const path = /url\(["']?(\/assets\/[\w.-]+)/.exec(rule)?.[1];
        return isBasic && path !== undefined ? [path] : [];
      }),
  };
}
