/** Lists the built files that a first visit to each page outside the dashboard loads, according to the router's manifest. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A page and the URL paths of its files, such as `/assets/home-1a2b.js`. */
export interface FirstVisit {
  /** The path in the route table, such as `/property/:id`. */
  path: string;
  scripts: Set<string>;
  styles: Set<string>;
  /** The fonts that the document preloads. */
  fonts: Set<string>;
}

/** `imports` includes indirect static imports. */
interface Part {
  module: string;
  imports?: string[];
  css?: string[];
}
interface Route extends Part {
  parentId?: string;
  path?: string;
  index?: boolean;
}
interface Manifest {
  entry: Part;
  routes: Record<string, Route>;
}

/**
 * Lists every page outside the dashboard.
 *
 * @param clientFolder `build/<name>/client`
 * @throws Error if the build has no router manifest
 */
export function listFirstVisits(clientFolder: string): FirstVisit[] {
  const assets = join(clientFolder, 'assets');
  const readAsset = (name: string) => readFileSync(join(assets, name), 'utf8');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const manifestName = names.find((name) => name.startsWith('manifest-'));
  if (manifestName === undefined) throw new Error(`No manifest found in ${assets}.`);
  const { entry, routes } = parseManifest(readAsset(manifestName));
  /** The stylesheets and fonts that each script links by URL. */
  const linkedFiles = new Map(
    names.map((name) => [
      `/assets/${name}`,
      readAsset(name).match(/(?<=["'`])\/assets\/[\w.-]+\.(?:css|woff2)(?=["'`])/g) ?? [],
    ]),
  );

  return Object.values(routes).flatMap((route) => {
    const branch = routeWithAncestors(route, routes);
    if (!hasUrl(route) || branch.some(({ path }) => path === 'dashboard')) return [];
    const parts = [entry, ...branch];
    const scripts = new Set(parts.flatMap(({ module, imports = [] }) => [module, ...imports]));
    const linked = [...scripts].flatMap((script) => linkedFiles.get(script) ?? []);
    // The router adds an empty fragment to stylesheets that other modules also load.
    const styles = parts.flatMap(({ css = [] }) => css.map((url) => url.replace(/#$/, '')));
    return {
      path: `/${branch.flatMap(({ path }) => path || []).join('/')}`,
      scripts: scripts.add(`/assets/${manifestName}`),
      styles: new Set([...styles, ...linked.filter((url) => url.endsWith('.css'))]),
      fonts: new Set(linked.filter((url) => url.endsWith('.woff2'))),
    };
  });
}

/** The pinned version of the router fixes the format. */
const parseManifest = (script: string) =>
  JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as Manifest;

const hasUrl = ({ index, path = '' }: Route) => index === true || path !== '';

/** Returns a route with its ancestors, the root first. */
function routeWithAncestors(route: Route, routes: Manifest['routes']): Route[] {
  const parent = route.parentId === undefined ? undefined : routes[route.parentId];
  return parent === undefined ? [route] : [...routeWithAncestors(parent, routes), route];
}
