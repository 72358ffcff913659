import { expect, test } from 'vitest';
import { resolveSite } from '#shared/site/site-defaults.ts';
import { changesOf, movePictures, toDraft, toForm } from './site-draft.ts';

const savedDraft = toDraft(resolveSite({ name: 'Oak', hero: { text: 'Hello.' } }));

test('sends only changes, with null for defaults', () => {
  expect(changesOf(savedDraft, savedDraft)).toEqual({});
  const draft = { ...savedDraft, name: 'Elm', hero: { ...resolveSite({}).hero, heading: 'New' } };
  expect(changesOf(savedDraft, draft)).toEqual({
    name: 'Elm',
    hero: { heading: 'New', text: null },
  });
  expect(changesOf(savedDraft, { ...savedDraft, name: 'Doorstep' })).toEqual({ name: null });
  expect(changesOf(savedDraft, { ...savedDraft, testimonials: [] })).toEqual({ testimonials: [] });
});

test('sends the whole list if one of its entries has a new picture', () => {
  const picture = { file: new File([], 'a'), url: 'blob:a' };
  const sentWith = (field: string) =>
    JSON.parse(String(toForm(savedDraft, savedDraft, { [field]: picture }).get('site')));
  expect(sentWith('logo')).toEqual({});
  expect(sentWith('testimonial:0')).toEqual({ testimonials: savedDraft.testimonials });
  expect(sentWith('team:1')).toEqual({ about: { team: savedDraft.about.team } });
});

test('moves pictures with their entries and drops those of removed entries', () => {
  const picture = (name: string) => ({ file: new File([], name), url: `blob:${name}` });
  const pictures = { logo: picture('l'), 'team:0': picture('a'), 'team:2': picture('c') };
  const movedPictures = movePictures(pictures, 'team', [2, 1]);
  expect(Object.entries(movedPictures).map(([field, { url }]) => [field, url])).toEqual([
    ['logo', 'blob:l'],
    ['team:0', 'blob:c'],
  ]);
});
