import { expect, it } from 'vitest';
import { removalText } from './remove-home.tsx';

const ada = { name: 'Ada', vote: 'yes', isOwn: true } as const;
const ben = { name: 'Ben', vote: 'no', isOwn: false } as const;

it('names the comments and votes that are deleted with a home', () => {
  expect(removalText({ commentCount: 0, votes: [] })).toBe('');
  expect(removalText({ commentCount: 1200, votes: [] })).toBe('1,200 comments will be deleted.');
  expect(removalText({ commentCount: 0, votes: [ada] })).toBe('1 vote will be deleted.');
  expect(removalText({ commentCount: 1, votes: [ada, ben] })).toBe(
    '1 comment and 2 votes will be deleted.',
  );
});
