import { describe, expect, it } from 'vitest';
import type { Property } from '#shared/schemas/properties/property.ts';
import { buildProperty } from '#tests/factories/build-property.ts';
import { comparedQuery } from '../../../features/compare/compared-homes.ts';
import { loaded, renderPage, textOf } from '../render-page.fixture.tsx';
import ComparePage from './compare.tsx';

const homes = ['1', '2', '3', '4', '5'].map((_id) => buildProperty({ _id, title: `Home ${_id}` }));

/** Renders the page for the IDs in its URL; only `knownHomes` exist. */
const render = (ids: string, knownHomes: Property[]) =>
  textOf(
    renderPage(<ComparePage />, {
      path: 'compare',
      url: `/compare?ids=${ids}`,
      queries: [loaded(comparedQuery(ids.split(',')), knownHomes)],
    }),
  );

describe('/compare', () => {
  it('shows two homes even if the URL contains four unknown IDs first', () => {
    const text = render('91,92,93,94,1,2', homes.slice(0, 2));
    expect(text).toContain('Home 1');
    expect(text).toContain('Home 2');
    expect(text).not.toContain('Choose 2 to 4 homes');
  });

  it('shows only the first four homes', () => {
    const text = render('1,2,3,4,5', homes);
    expect(text).toContain('Home 4');
    expect(text).not.toContain('Home 5');
  });

  it('explains how to choose homes if fewer than two exist', () => {
    expect(render('1,91', homes.slice(0, 1))).toContain('Choose 2 to 4 homes');
  });
});
