import { expect, test } from 'vitest';
import { resolveSite } from '#shared/site/site-defaults.ts';
import { changesOf, mergeSaved, movePictures, toDraft, toForm } from './site-draft.ts';

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

test('does not discard changes made while the settings were being saved', () => {
  const picture = (name: string) => ({ file: new File([], name), url: `blob:${name}` });
  const [logo, heroImage, newHeroImage, face] = ['l', 'h', 'n', 'f'].map(picture);
  if (!logo || !heroImage || !newHeroImage || !face) throw new Error('No pictures.');
  const sent = {
    draft: { ...savedDraft, name: 'Elm' },
    pictures: { logo, heroImage, 'testimonial:0': face },
  };
  const saved = {
    ...savedDraft,
    name: 'Elm',
    hero: { ...savedDraft.hero, text: 'From an admin.' },
  };
  expect(mergeSaved(saved, sent, sent)).toEqual({ draft: saved, pictures: {} });
  const current = {
    draft: {
      ...sent.draft,
      hero: { ...savedDraft.hero, heading: 'Typed' },
      testimonials: savedDraft.testimonials.slice(1),
    },
    pictures: { logo, heroImage: newHeroImage, 'testimonial:0': face },
  };
  expect(mergeSaved(saved, sent, current)).toEqual({
    draft: {
      ...saved,
      hero: { ...saved.hero, heading: 'Typed' },
      testimonials: current.draft.testimonials,
    },
    pictures: { heroImage: newHeroImage, 'testimonial:0': face },
  });
});
