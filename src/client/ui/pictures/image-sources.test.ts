import { describe, expect, it } from 'vitest';
import { demoImagePath, imageSources } from './image-sources.ts';

describe('imageSources', () => {
  it('offers every smaller width and the full size', () => {
    expect(imageSources('/images/abc/full.webp', 1000)).toEqual({
      src: '/images/abc/full.webp',
      srcSet:
        '/images/abc/320.webp 320w, /images/abc/640.webp 640w, /images/abc/960.webp 960w, /images/abc/full.webp 1000w',
    });
  });

  it('offers no larger width than the slot needs', () => {
    expect(imageSources('/images/abc/full.webp', 1000, 640).srcSet).toBe(
      '/images/abc/320.webp 320w, /images/abc/640.webp 640w',
    );
    // A width of 1280 would be reduced to 1000 pixels.
    expect(imageSources('/images/abc/full.webp', 1000, 1280).srcSet).toMatch(/full.webp 1000w$/);
    expect(imageSources('/images/abc/full.webp', 200, 100).srcSet).toBe(
      '/images/abc/full.webp 200w',
    );
  });

  it('returns external URLs and pictures of unknown width unchanged', () => {
    const externalUrl = 'https://cdn.example/house.jpg';
    expect(imageSources(externalUrl, 1000)).toEqual({ src: externalUrl, srcSet: undefined });
    expect(imageSources('/images/abc/full.webp').srcSet).toBeUndefined();
  });
});

describe('demoImagePath', () => {
  it('returns the URL of a bundled picture', () => {
    expect(demoImagePath('hero')).toBe('/images/demo-hero/full.webp');
  });
});
