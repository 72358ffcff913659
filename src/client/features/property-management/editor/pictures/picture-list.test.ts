import { describe, expect, it } from 'vitest';
import type { PictureKind } from '#shared/property-choices.ts';
import {
  changePictures,
  changesPictures,
  findCover,
  moveEntry,
  nameOfPicture,
  placePictureErrors,
  textProblem,
  toFormPictures,
  toPictureChanges,
  toPictureDraft,
  withPictureDraft,
  type FormPicture,
  type PictureChange,
} from './picture-list.ts';

const pathOf = (letter: string) => `/images/${letter}/full.webp`;
const pictureOf = (letter: string) => ({
  width: 4,
  height: 3,
  placeholder: '',
  kind: 'photo' as PictureKind,
  path: pathOf(letter),
  text: letter === 'b' ? 'The hall' : null,
});
const storedPictures = ['a', 'b', 'c'].map(pictureOf);
const [a, b, c] = [pathOf('a'), pathOf('b'), pathOf('c')];
const files = ['garden.jpg', 'attic.jpg'].map((name) => ({
  file: new File(['x'], name),
  url: `blob:${name}`,
}));

/** Returns the listing's three pictures after changes. */
function applyChanges(...changes: PictureChange[]): readonly FormPicture[] {
  return changes.reduce<readonly FormPicture[]>(changePictures, toFormPictures(storedPictures));
}
const add: PictureChange = { type: 'add', pictures: files, texts: { 'attic.jpg': 'The attic' } };

describe('toPictureChanges', () => {
  it('sends nothing if nothing was changed', () => {
    const changes = toPictureChanges(applyChanges(), storedPictures);
    expect(changes).toEqual({ added: [], deleted: [], order: [], texts: {}, kinds: {} });
    expect(changesPictures(changes)).toBe(false);
  });

  it('sends no order if pictures were only appended or deleted', () => {
    const changes = toPictureChanges(
      applyChanges(add, { type: 'toggle-deletion', id: b }),
      storedPictures,
    );
    expect(changes).toMatchObject({ deleted: [b], order: [], texts: { 'new:1': 'The attic' } });
    expect(changesPictures(changes)).toBe(true);
  });

  it('refers to new files by their position in the request, not in the list', () => {
    const changes = toPictureChanges(
      applyChanges(
        add,
        { type: 'move', id: 'blob:attic.jpg', to: 0 },
        { type: 'move', id: c, to: 1 },
        { type: 'toggle-deletion', id: a },
        { type: 'text', id: 'blob:garden.jpg', text: ' The garden ' },
        { type: 'text', id: b, text: '' },
      ),
      storedPictures,
    );
    expect(changes.added.map(({ name }) => name)).toEqual(['attic.jpg', 'garden.jpg']);
    expect(changes.order).toEqual(['new:0', c, b, 'new:1']);
    expect(changes.texts).toEqual({ 'new:0': 'The attic', 'new:1': 'The garden', [b]: '' });
  });

  it('sends a new listing’s files in order, without paths to delete', () => {
    const list = changePictures(changePictures([], add), {
      type: 'move',
      id: 'blob:attic.jpg',
      to: 0,
    });
    const changes = toPictureChanges(list, undefined);
    expect(changes.added.map(({ name }) => name)).toEqual(['attic.jpg', 'garden.jpg']);
    expect(changes).toMatchObject({
      deleted: undefined,
      order: [],
      texts: { 'new:0': 'The attic' },
    });
  });

  it('omits removed files and pictures that were deleted elsewhere', () => {
    const list = applyChanges(
      add,
      { type: 'remove', id: 'blob:garden.jpg' },
      { type: 'toggle-deletion', id: a },
      { type: 'keep-paths', paths: [b, c] },
    );
    expect(list.map(({ id }) => id)).toEqual([b, c, 'blob:attic.jpg']);
    expect(toPictureChanges(list, storedPictures)).toMatchObject({ deleted: [], order: [] });
  });
});

describe('floor plans', () => {
  const plan = (id: string): PictureChange => ({ type: 'floor-plan', id, isFloorPlan: true });

  it('follow all photos, including new ones, and are sent as floor plans without an order', () => {
    const list = applyChanges(plan(a), add, plan('blob:garden.jpg'));
    expect(list.map(({ id }) => id)).toEqual([b, c, 'blob:attic.jpg', a, 'blob:garden.jpg']);
    const changes = toPictureChanges(list, storedPictures);
    expect(changes).toMatchObject({
      order: [],
      kinds: { [a]: 'floor_plan', 'new:1': 'floor_plan' },
    });
    expect(changes.added.map(({ name }) => name)).toEqual(['attic.jpg', 'garden.jpg']);
    expect(changesPictures(changes)).toBe(true);
  });

  it('are never used as the cover', () => {
    expect(findCover(applyChanges(plan(a)))).toBe(b);
    expect(findCover(applyChanges(plan(a), plan(b), plan(c)))).toBeUndefined();
    expect(findCover(applyChanges(plan(a), { type: 'move', id: a, to: 0 }))).toBe(b);
  });

  it('can become photos again and are restored with a draft', () => {
    const plans = ['a', 'b', 'c'].map(pictureOf);
    for (const plan of plans.slice(2)) plan.kind = 'floor_plan';
    const list = changePictures(toFormPictures(plans), {
      type: 'floor-plan',
      id: c,
      isFloorPlan: false,
    });
    expect(toPictureChanges(list, plans).kinds).toEqual({ [c]: 'photo' });
    const draft = toPictureDraft(applyChanges(plan(a)), storedPictures);
    expect(withPictureDraft(toFormPictures(storedPictures), draft).map(({ id }) => id)).toEqual([
      b,
      c,
      a,
    ]);
  });
});

describe('the picture list', () => {
  it('uses the first remaining photo as the cover and names pictures by position or file', () => {
    const list = applyChanges(add, { type: 'toggle-deletion', id: a });
    expect(findCover(list)).toBe(b);
    expect(findCover([])).toBeUndefined();
    expect(nameOfPicture(list, c)).toBe('Picture 3');
    expect(nameOfPicture(list, 'blob:garden.jpg')).toBe('garden.jpg');
  });

  it('moves an entry only to a valid position', () => {
    expect(moveEntry(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moveEntry(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moveEntry(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
    expect(moveEntry(['a', 'b'], -1, 0)).toEqual(['a', 'b']);
    expect(moveEntry(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  });

  it('reports texts that are too long after trimming', () => {
    expect(textProblem(` ${'x'.repeat(200)} `)).toBeUndefined();
    expect(textProblem('x'.repeat(201))).toBe('At most 200 characters; this has 201.');
  });
});

describe('a draft of the pictures', () => {
  it('restores the order, marks, and texts, and stores the texts of files by name', () => {
    const draft = toPictureDraft(
      applyChanges(
        add,
        { type: 'move', id: c, to: 0 },
        { type: 'text', id: a, text: 'The front' },
        { type: 'toggle-deletion', id: b },
      ),
    );
    const list = withPictureDraft(toFormPictures(storedPictures), draft);
    expect(list.map(({ id, text }) => [id, text])).toEqual([
      [c, ''],
      [a, 'The front'],
      [b, 'The hall'],
    ]);
    expect(toPictureChanges(list, storedPictures)).toMatchObject({ deleted: [b], order: [c, a] });
    expect(draft.texts['attic.jpg']).toBe('The attic');
  });

  it('preserves what other users changed in the meantime', () => {
    const list = applyChanges({ type: 'text', id: a, text: 'The front' });
    const draft = toPictureDraft(list, storedPictures);
    expect(draft).toMatchObject({ order: [], texts: { [a]: 'The front' }, floorPlans: [] });
    const [first, hall, plan] = toFormPictures(storedPictures);
    if (first === undefined || hall === undefined || plan === undefined) throw new Error('Missing');
    const changed: FormPicture[] = [
      { ...plan, isFloorPlan: true, text: 'Ground floor' },
      hall,
      first,
    ];
    const restored = withPictureDraft(changed, draft);
    expect(restored.map(({ id, text, isFloorPlan }) => [id, text, isFloorPlan])).toEqual([
      [b, 'The hall', false],
      [a, 'The front', false],
      [c, 'Ground floor', true],
    ]);
  });

  it('appends pictures that were added in the meantime', () => {
    const draft = { order: [c, a], texts: {}, markedForDeletion: [], floorPlans: [], photos: [] };
    const list = withPictureDraft(toFormPictures(storedPictures), draft);
    expect(list.map(({ id }) => id)).toEqual([c, a, b]);
  });
});

describe('placePictureErrors', () => {
  const list = applyChanges(add);

  it('assigns a text error to its picture', () => {
    const fieldErrors = { [`imageTexts.${b}`]: 'Too long', 'imageTexts.new:1': 'Odd', title: 'No' };
    const errors = placePictureErrors(list, { message: 'Too long', fieldErrors });
    expect([...errors.byId]).toEqual([
      [b, 'Too long'],
      ['blob:attic.jpg', 'Odd'],
    ]);
    expect(errors.general).toBeUndefined();
  });

  it('assigns an error message to the file that it names', () => {
    const message = 'attic.jpg is not a picture.';
    const errors = placePictureErrors(list, { message, fieldErrors: { images: message } });
    expect(errors).toEqual({ byId: new Map([['blob:attic.jpg', message]]), general: undefined });
  });

  it('returns other errors about pictures as a general error', () => {
    for (const field of ['images', 'imagesToDelete', 'imageOrder', 'imageTexts']) {
      const fieldErrors = { [field]: 'Wrong' };
      const errors = placePictureErrors(list, { message: 'Wrong', fieldErrors });
      expect(errors).toEqual({ byId: new Map(), general: 'Wrong' });
    }
    const deletedPictureErrors = { 'imageTexts./images/gone/full.webp': 'Wrong' };
    expect(
      placePictureErrors(list, { message: 'Wrong', fieldErrors: deletedPictureErrors }).general,
    ).toBe('Wrong');
  });
});
