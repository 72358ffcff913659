import { describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES, MAX_IMAGES_PER_PROPERTY } from '#shared/limits.ts';
import { selectPictures } from './new-pictures.ts';

const file = (name: string, type = 'image/jpeg', size = 1_000) => ({ name, type, size });

describe('selectPictures', () => {
  it('accepts pictures in their original order', () => {
    const chosenFiles = [file('b.jpg'), file('a.png', 'image/png'), file('c.avif', 'image/avif')];
    expect(selectPictures(chosenFiles, [], 30)).toEqual({ accepted: chosenFiles, warnings: [] });
  });

  it('omits duplicate names and reports them', () => {
    const { accepted, warnings } = selectPictures(
      [file('a.jpg'), file('b.jpg'), file('b.jpg')],
      ['a.jpg'],
      30,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['b.jpg']);
    expect(warnings).toEqual([
      'a.jpg was not added: a file with that name is already selected.',
      'b.jpg was not added: a file with that name is already selected.',
    ]);
  });

  it('omits files that the server would reject for their type, size, or number', () => {
    const { accepted, warnings } = selectPictures(
      [
        file('plan.pdf', 'application/pdf'),
        file('logo.svg', 'image/svg+xml'),
        file('huge.jpg', 'image/jpeg', MAX_IMAGE_BYTES + 1),
        file('first.gif', 'image/gif'),
        file('second.webp', 'image/webp'),
      ],
      [],
      1,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['first.gif']);
    expect(warnings.map((warning) => warning.split(' ')[0])).toEqual([
      'plan.pdf',
      'logo.svg',
      'huge.jpg',
      'second.webp',
    ]);
    expect(warnings.at(2)).toContain('25 MB');
    expect(warnings.at(3)).toContain(`${MAX_IMAGES_PER_PROPERTY} pictures`);
  });

  it('uses the file extension if the browser reports no type', () => {
    expect(selectPictures([file('a.JPG', ''), file('b.txt', '')], [], 30).accepted).toHaveLength(1);
  });
});
