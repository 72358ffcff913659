import { describe, expect, it } from 'vitest';
import type { PropertyMap } from '#shared/schemas/properties/property-map.ts';
import { renderMapPreview } from './map-preview.ts';

const TILE_URL = 'https://tiles.example/{z}/{x}/{y}.png';

const extentOf = (...positions: [latitude: number, longitude: number][]): PropertyMap => ({
  total: positions.length,
  unmapped: 0,
  clusters: [],
  homes: positions.map(([latitude, longitude], index) => ({
    _id: String(index),
    latitude,
    longitude,
    price: 500_000,
    status: 'For Sale',
    propertyType: 'House',
    bedrooms: 3,
  })),
});

/** Returns the light tiles of a preview as `z/x/y`. */
const tilesIn = (html: string) =>
  [...html.matchAll(/--light:url\(&quot;https:\/\/tiles\.example\/([\d/]+)\.png&quot;\)/g)].map(
    ([, tile]) => tile,
  );

describe('renderMapPreview', () => {
  it('shows the tile of a single home at zoom 15, and the attribution', () => {
    const html = renderMapPreview('', extentOf([30.2672, -97.7431]), TILE_URL);
    // The tile of Austin's center.
    expect(tilesIn(html)).toContain('15/7487/13489');
    expect(html).toContain('OpenStreetMap');
  });

  it('ignores a distant home among many', () => {
    const austin = Array.from({ length: 10 }, (_, index): [number, number] => [
      30.2 + index / 100,
      -97.7,
    ]);
    const tiles = tilesIn(renderMapPreview('', extentOf(...austin, [47.6, -122.3]), TILE_URL));
    expect(tiles).toEqual(tilesIn(renderMapPreview('', extentOf(...austin), TILE_URL)));
  });

  it('zooms in on a small box up to the map’s maximum zoom', () => {
    const html = renderMapPreview('-97.7432,30.2671,-97.7430,30.2673', undefined, TILE_URL);
    expect(tilesIn(html)[0]).toMatch(/^19\//);
  });

  it('shows a box across the antimeridian with tiles on both sides', () => {
    const tiles = tilesIn(renderMapPreview('170,50,-170,60', undefined, TILE_URL));
    const [zoom] = tiles[0]?.split('/').map(Number) ?? [];
    const columns = tiles.map((tile) => Number(tile?.split('/')[1]));
    expect(columns).toContain(0);
    expect(columns).toContain(2 ** (zoom ?? 0) - 1);
  });

  it('escapes tile URLs, and chooses subdomains and dark tiles', () => {
    const urls = `https://{s}.tiles.example/{z}/{x}/{y}.png?a=1&b=")</b>, https://dark.example/{z}/{x}/{y}.png`;
    const html = renderMapPreview('', extentOf([30.2672, -97.7431]), urls);
    expect(html).toContain('https://a.tiles.example/15/7487/13489.png?a=1&amp;b=\\&quot;)');
    expect(html).toContain('--dark:url(&quot;https://dark.example/15/7487/13489.png&quot;)');
    expect(html).toContain('--dark-filter:none');
  });

  it.each([
    ['no extent', '', undefined, TILE_URL],
    ['no homes', '', extentOf(), TILE_URL],
    ['tiles that depend on the screen', '-98,30,-97,31', undefined, '/{z}/{x}/{y}{r}.png'],
  ])('is empty with %s', (_, bounds, extent, urls) => {
    expect(renderMapPreview(bounds, extent, urls)).toBe('');
  });
});
