import type { Picture } from '../catalogue.ts';
import type { Person } from './portrait.ts';
import { portrait } from './portrait.ts';

/** Who is shown, and a sentence for those who cannot see it. They are nobody in particular. */
const PEOPLE: readonly (readonly [string, Person])[] = [
  ['a woman with shoulder-length dark waves and a green blazer', { skin: '#c98d66', hair: 'waves', hairColor: '#33241f', clothes: 'blazer', cloth: '#2f5a4c', under: '#f3ecdf', ground: '#d9b48c', earrings: true }],
  ['a man with a short dark beard and a slate sweater', { skin: '#8a5a3c', hair: 'crop', hairColor: '#1f1917', clothes: 'sweater', cloth: '#566c7c', ground: '#d8c7a3', beard: 'short' }],
  ['a woman with a silver bob and a clay cardigan', { skin: '#edc4a3', hair: 'bob', hairColor: '#b9b4ac', clothes: 'cardigan', cloth: '#b8623f', under: '#f0e6d6', ground: '#b9c2b4', age: 'old', broad: 0.97 }],
  ['a man with a side parting, round glasses and a navy blazer', { skin: '#e8b995', hair: 'sidepart', hairColor: '#6a4630', clothes: 'blazer', cloth: '#3a4a60', under: '#eee4d2', ground: '#cfae8a', glasses: 'round' }],
  ['a woman with curly black hair and an ochre blouse', { skin: '#6f442e', hair: 'curly', hairColor: '#241b19', clothes: 'blouse', cloth: '#c99a4b', ground: '#c7a08a', earrings: true, lips: '#9c4a42' }],
  ['a man with straight black hair and a white shirt', { skin: '#e3b48a', hair: 'swept', hairColor: '#1e1b1d', clothes: 'shirt', cloth: '#efe8da', ground: '#8fa39b' }],
  ['a woman in a sage headscarf and a cream sweater', { skin: '#d9a57c', hair: 'hijab', hairColor: '#7f9483', clothes: 'sweater', cloth: '#e6dac3', ground: '#d8b59c' }],
  ['an older man with white hair, a moustache and a brown turtleneck', { skin: '#d8a380', hair: 'short', hairColor: '#e3ded5', clothes: 'turtleneck', cloth: '#6b4c3b', ground: '#a8b3b0', age: 'old', beard: 'moustache' }],
  ['a woman with a high bun and a blue turtleneck', { skin: '#f0cbaa', hair: 'bun', hairColor: '#a8693f', clothes: 'turtleneck', cloth: '#4f6b80', ground: '#e0c49e', earrings: true, age: 'young', broad: 0.96 }],
  ['a bald man with a full beard and an olive shirt', { skin: '#b57a52', hair: 'bald', hairColor: '#3a2a22', clothes: 'shirt', cloth: '#7c8360', ground: '#d3bfa0', beard: 'full', broad: 1.03 }],
  ['a woman with long black hair, square glasses and a plum blazer', { skin: '#eac09a', hair: 'long', hairColor: '#1f1a1d', clothes: 'blazer', cloth: '#6d4a57', under: '#f1e7d8', ground: '#b7bfae', glasses: 'square' }],
  ['a young man with curls and a rust sweater', { skin: '#c08a62', hair: 'curly', hairColor: '#4a3024', clothes: 'sweater', cloth: '#a9543a', ground: '#9fb0b3', age: 'young' }],
  ['a woman with a pixie cut and a terracotta blouse', { skin: '#f0c8a8', hair: 'pixie', hairColor: '#c08a52', clothes: 'blouse', cloth: '#b5694a', ground: '#a9b8a8', earrings: true }],
  ['a man with grey hair, glasses and a green cardigan', { skin: '#7a4d35', hair: 'crop', hairColor: '#8f8a84', clothes: 'cardigan', cloth: '#3f5a50', under: '#e9dfcd', ground: '#d9bf9c', age: 'old', glasses: 'square', beard: 'short' }],
  ['a young woman with a ponytail and a slate shirt', { skin: '#dba67d', hair: 'tail', hairColor: '#3a261e', clothes: 'shirt', cloth: '#8397a3', ground: '#e1c8a8', age: 'young' }],
  ['a woman with long braids and an ivory blazer', { skin: '#5f3a28', hair: 'braids', hairColor: '#1f1816', clothes: 'blazer', cloth: '#e6dac6', under: '#7d5a4a', ground: '#b98d70', earrings: true, lips: '#8f443e' }],
  ['a man with red-brown hair, a full beard and a dark green sweater', { skin: '#efc7a6', hair: 'swept', hairColor: '#9a5630', clothes: 'sweater', cloth: '#2f4f45', ground: '#d5c3a6', beard: 'full' }],
  ['an older woman with white waves and a blue cardigan', { skin: '#c9966f', hair: 'waves', hairColor: '#dcd6cc', clothes: 'cardigan', cloth: '#56708a', under: '#f2ead9', ground: '#d3ae92', age: 'old', earrings: true }],
];

/** Portraits for agents, users, testimonials and the team. */
export const peoplePictures: readonly Picture[] = PEOPLE.map(([words, person], i) => ({
  name: `portrait-${String(i + 1).padStart(2, '0')}`,
  kind: 'portrait',
  alt: `Illustrated portrait of ${words}.`,
  tags: { season: 'summer', light: 'day', style: 'portrait' },
  width: 480,
  height: 480,
  draw: (random) => portrait(person, random),
}));
