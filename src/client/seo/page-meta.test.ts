import { describe, expect, it } from 'vitest';
import { FALLBACK_SITE } from '#shared/site/page-site.ts';
import { breadcrumbJsonLd, pageMeta, privateMeta } from './page-meta.ts';
import { DEFAULT_COST_RATES } from '#shared/monthly-cost.ts';

const matches = [
  {
    id: 'root',
    loaderData: {
      publicSettings: {
        publicUrl: 'https://homes.example',
        mapTileUrl: '',
        costRates: DEFAULT_COST_RATES,
      },
    },
  },
];

describe('pageMeta', () => {
  const tags = pageMeta(matches, {
    title: 'Agents',
    description: 'Our agents.',
    path: '/agents',
    image: '/images/abc/1280.webp',
    imageAttributes: { width: 1280, height: 720, alt: 'A house' },
    jsonLd: [{ '@type': 'WebSite' }],
  });

  it('includes the title and the canonical URL', () => {
    expect(tags).toContainEqual({ title: 'Agents | Doorstep' });
    expect(tags).toContainEqual({
      tagName: 'link',
      rel: 'canonical',
      href: 'https://homes.example/agents',
    });
    expect(tags).toContainEqual({ property: 'og:url', content: 'https://homes.example/agents' });
  });

  it('includes the picture’s size and alternative text, the site’s image, and the locale', () => {
    const imageTags = tags.flatMap((tag) =>
      'property' in tag && String(tag.property).startsWith('og:image')
        ? [[tag.property, tag['content']]]
        : [],
    );
    expect(imageTags).toEqual([
      ['og:image', 'https://homes.example/images/abc/1280.webp'],
      ['og:image:width', '1280'],
      ['og:image:height', '720'],
      ['og:image:alt', 'A house'],
      ['og:image', 'https://homes.example/share.jpg'],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', 'Doorstep'],
    ]);
    expect(tags).toContainEqual({ property: 'og:locale', content: 'en_US' });
  });

  it('uses an absolute URL for the picture, and adds the context to JSON-LD', () => {
    expect(tags).toContainEqual({
      property: 'og:image',
      content: 'https://homes.example/images/abc/1280.webp',
    });
    expect(tags).toContainEqual({
      'script:ld+json': { '@context': 'https://schema.org', '@type': 'WebSite' },
    });
  });

  it('allows indexing, except for private pages and with `noindex`', () => {
    expect(tags).not.toContainEqual(expect.objectContaining({ name: 'robots' }));
    const hiddenTags = pageMeta(matches, { title: 'x', description: '', path: '/', noindex: true });
    expect(hiddenTags).toContainEqual({ name: 'robots', content: 'noindex, follow' });
    expect(privateMeta('x', matches)).toContainEqual({ name: 'robots', content: 'noindex' });
  });

  it('describes private pages by the site’s tagline, or by its name if the tagline is empty', () => {
    const { tagline, name } = FALLBACK_SITE;
    const descriptionOf = (site: object) =>
      privateMeta('x', [{ id: 'root', loaderData: { site } }]).find((tag) => 'name' in tag);
    expect(descriptionOf({ ...FALLBACK_SITE, tagline: 'Homes by the sea.' })).toEqual({
      name: 'description',
      content: 'Homes by the sea.',
    });
    expect(descriptionOf({ ...FALLBACK_SITE, tagline: '' })).toMatchObject({ content: name });
    expect(tagline).not.toBe(name);
  });
});

describe('breadcrumbJsonLd', () => {
  it('numbers the breadcrumbs from 1 and uses absolute URLs', () => {
    const items = [
      { label: 'Home', path: '/' },
      { label: 'Agents', path: '/agents' },
    ];
    expect(breadcrumbJsonLd('https://homes.example', items)).toMatchObject({
      itemListElement: [
        { position: 1, item: 'https://homes.example/' },
        { position: 2, name: 'Agents', item: 'https://homes.example/agents' },
      ],
    });
  });
});
