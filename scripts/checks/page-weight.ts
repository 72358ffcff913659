/** What a first visit of each public page loads, counted from the built files. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** Bytes of a first visit: scripts and styles as gzip sends them, fonts as they are. */
export interface Weight {
  scripts: number;
  styles: number;
  fonts: number;
}

/** One public page. */
export interface PageWeight extends Weight {
  /** Its address as in the table of routes, `/property/:id`. */
  path: string;
}

/** The most that a first visit of a public page may load, in bytes (issue 5: Speed in the browser). */
export const BUDGET: Weight = { scripts: 160_000, styles: 15_000, fonts: 90_000 };

const routeSchema = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  path: z.string().optional(),
  index: z.boolean().optional(),
  module: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
});
const manifestSchema = z.object({
  entry: z.object({
    module: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
  routes: z.record(z.string(), routeSchema),
});
type Manifest = z.output<typeof manifestSchema>;
type Route = z.output<typeof routeSchema>;

/**
 * Weighs every page outside the dashboard.
 *
 * @param clientFolder `build/<name>/client`
 * @throws Error when the build has no manifest of the router, or one of another form
 */
export function weighPages(clientFolder: string): PageWeight[] {
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
      scripts.add(`/assets/${manifestName}`);
      // The style sheet of the whole site is a link of the root: its address stands in a script.
      const styles = new Set([
        ...[entry, ...branch].flatMap(({ css }) => css),
        ...[...scripts].flatMap(files.linkedStyles),
      ]);
      const fonts = new Set([...styles].flatMap(files.basicFonts));
      return {
        path: `/${branch.flatMap(({ path }) => path || []).join('/')}`,
        scripts: sum(scripts, files.gzipBytes),
        styles: sum(styles, files.gzipBytes),
        fonts: sum(fonts, files.bytes),
      };
    })
    .sort((a, b) => b.scripts - a.scripts);
}

/** `path: what is too heavy`, for every budget that is broken. */
export function findOverweight(pages: readonly PageWeight[]): string[] {
  return pages.flatMap((page) =>
    (['scripts', 'styles', 'fonts'] as const)
      .filter((part) => page[part] > BUDGET[part])
      .map(
        (part) => `${page.path}: ${part} ${kilobytes(page[part])} of ${kilobytes(BUDGET[part])}`,
      ),
  );
}

/** Pages and budget as lines of text. */
export function formatWeights(pages: readonly PageWeight[]): string {
  const width = Math.max(...pages.map(({ path }) => path.length), 0) + 2;
  const line = (name: string, { scripts, styles, fonts }: Weight) =>
    `${name.padEnd(width)}${[scripts, styles, fonts].map((bytes) => kilobytes(bytes).padStart(9)).join('')}`;
  return [
    `${'kB'.padEnd(width)}${['scripts', 'styles', 'fonts'].map((name) => name.padStart(9)).join('')}`,
    ...pages.map((page) => line(page.path, page)),
    line('at most', BUDGET),
  ].join('\n');
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

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

function sum(files: Iterable<string>, bytesOf: (file: string) => number): number {
  return [...files].reduce((total, file) => total + bytesOf(file), 0);
}

/** Built files by their address, each read once. */
function readBuiltFiles(clientFolder: string) {
  const contents = new Map<string, Buffer>();
  const read = (address: string): Buffer => {
    const content = contents.get(address) ?? readFileSync(join(clientFolder, address));
    contents.set(address, content);
    return content;
  };
  return {
    bytes: (address: string) => read(address).length,
    gzipBytes: (address: string) => gzipSync(read(address), { level: 6 }).length,
    /** What a chunk imports statically: a chunk of a chunk is loaded, too. */
    importsOf: (address: string) =>
      [
        ...read(address)
          .toString()
          .matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g),
      ].map(([, name]) => `/assets/${name ?? ''}`),
    /** Style sheets that a chunk links by their address. */
    linkedStyles: (address: string) =>
      [
        ...read(address)
          .toString()
          .matchAll(/["'`](\/assets\/[\w.-]+\.css)["'`]/g),
      ].map(([, path]) => path ?? ''),
    /** The fonts of a style sheet that plain English needs; browsers fetch the others only for their letters. */
    basicFonts: (address: string) =>
      [
        ...read(address)
          .toString()
          .matchAll(/@font-face\s*\{[^}]*\}/g),
      ].flatMap(([rule]) => {
        const isBasic = !/unicode-range/.test(rule) || /U\+(\?\?|0+-)/i.test(rule);
        const path = /url\(["']?(\/assets\/[\w.-]+)/.exec(rule)?.[1];
        return isBasic && path !== undefined && existsSync(join(clientFolder, path)) ? [path] : [];
      }),
  };
}
