/**
 * The pictures in the listing form: their order, the cover, and their alt texts, by mouse, touch,
 * and keyboard; and floor plans on the listing's page.
 */

import type { APIRequestContext, Page } from '@playwright/test';
import { buildPropertyForm } from '#tests/factories/build-property-form.ts';
import {
  actAs,
  bearer,
  makeAccount,
  makeListing,
  PASSWORD,
  type Account,
} from '../support/accounts.ts';
import { expect, expectAccessible, expectHydrated, test } from '../support/fixtures.ts';
import { makePicture, makePictures, type TestFile } from '../support/pictures.ts';

type Listing = { images: string[]; pictures: { path: string; text: string | null }[] };

const images = (page: Page) => page.locator('[data-picture] img');
const handle = (page: Page, name: string) => page.getByRole('button', { name: `Drag ${name}` });
const expectAnnouncement = (page: Page, sentence: string, timeout?: number) =>
  expect(
    page.getByRole('status').filter({ hasText: sentence }).or(page.getByText(sentence)).first(),
  ).toBeAttached(timeout === undefined ? {} : { timeout });
const altTextField = (page: Page, name: string) =>
  page.getByRole('textbox', { name: `Alt text for ${name}`, exact: true });

async function readPictures(request: APIRequestContext, id: string): Promise<Listing> {
  return (await (await request.get(`/api/properties/${id}`)).json()) as Listing;
}

/** Opens the edit form of a new listing with this many pictures. */
async function openForm(page: Page, request: APIRequestContext, count: number) {
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent);
  const names = Array.from({ length: count }, (_, index) => `old-${index}.jpg`);
  for (const images of await makePictures(...names))
    await changeListing(request, agent, _id, { images });
  await actAs(page, agent);
  await page.goto(`/dashboard/edit-listing/${_id}`);
  await expectHydrated(page);
  await expect(images(page)).toHaveCount(count);
  return { agent, id: _id, before: (await readPictures(request, _id)).images };
}

/** Changes a listing through the API, as another session would. */
async function changeListing(
  request: APIRequestContext,
  agent: Account,
  id: string,
  fields: { images?: TestFile; imagesToDelete?: string; imageKinds?: string },
): Promise<void> {
  const listing = (await (await request.get(`/api/properties/${id}`)).json()) as Record<
    string,
    unknown
  >;
  const unchangedFields = Object.keys(buildPropertyForm()).map(
    (name) => [name, String(listing[name])] as const,
  );
  const response = await request.put(`/api/properties/${id}`, {
    headers: bearer(agent),
    multipart: { ...Object.fromEntries(unchangedFields), ...fields },
  });
  expect(response.status(), await response.text()).toBe(200);
}

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Changes saved.')).toBeVisible();
}

/** Returns the center of a picture, once it is in the viewport. */
async function centerOf(page: Page, index: number) {
  await images(page).nth(index).scrollIntoViewIfNeeded();
  const box = await images(page).nth(index).boundingBox();
  if (box === null) throw new Error(`There is no picture ${index}.`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns whether the page receives clicks. dnd-kit ignores them until 50 milliseconds after a drag. */
function canReceiveClicks(): boolean {
  let wasReceived = false;
  const onClick = () => (wasReceived = true);
  document.body.addEventListener('click', onClick);
  document.body.click();
  document.body.removeEventListener('click', onClick);
  return wasReceived;
}

test('reorders old and new pictures with the mouse and adds alt texts', async ({
  page,
  request,
}) => {
  const { id, before } = await openForm(page, request, 3);
  await page
    .locator('input[type="file"]')
    .setInputFiles([
      await makePicture('garden.jpg', '#335533'),
      await makePicture('attic.jpg', '#999911'),
    ]);
  await expect(images(page)).toHaveCount(5);

  await test.step('drags the last picture to the front', async () => {
    const from = await centerOf(page, 4);
    const to = await centerOf(page, 0);
    const start = await centerOf(page, 4);
    expect(start.x).toBe(from.x);
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.mouse.move(start.x - 20, start.y - 20);
    await expect(handle(page, 'attic.jpg')).toHaveAttribute('aria-pressed', 'true');
    const first = (await images(page).first().boundingBox()) ?? to;
    await page.mouse.move(first.x + 60, first.y + 40, { steps: 8 });
    await expectAnnouncement(page, 'attic.jpg moved to position 1 of 5.');
    await page.mouse.up();
    await expect(images(page).first()).toHaveAccessibleName('New picture attic.jpg');
    await expect.poll(() => page.evaluate(canReceiveClicks)).toBe(true);
  });

  await test.step('moves pictures and chooses the cover with buttons', async () => {
    await page.getByRole('button', { name: 'Make cover: picture 4' }).click();
    await expectAnnouncement(page, 'Picture 4 moved to position 1 of 5.');
    await expect(handle(page, 'picture 1')).toBeFocused();
    await page.getByRole('button', { name: 'Move left: garden.jpg' }).click();
    await expectAnnouncement(page, 'garden.jpg moved to position 4 of 5.');
    // Waits for the pictures before their files are deleted.
    await expect(images(page).nth(2)).toHaveJSProperty('complete', true);
    await page.getByRole('button', { name: 'Delete picture 3' }).click();
  });

  await altTextField(page, 'picture 1').fill('The kitchen, with a window to the yard');
  await altTextField(page, 'garden.jpg').fill('The garden in May');
  await expectAccessible(page);
  await save(page);
  const after = await readPictures(request, id);
  expect(after.images).toHaveLength(4);
  const [a, b, c] = before;
  expect(after.images[0]).toBe(c);
  expect(after.images.includes(a ?? '')).toBe(false);
  expect(after.images[3]).toBe(b);
  expect(after.pictures.map(({ text }) => text)).toEqual([
    'The kitchen, with a window to the yard',
    null,
    'The garden in May',
    null,
  ]);

  await test.step('pages for visitors have the alt texts', async () => {
    await page.goto(`/property/${id}`);
    await expectHydrated(page);
    const first = page.getByRole('img', { name: 'The kitchen, with a window to the yard' });
    await expect(first.first()).toBeVisible();
    await expect(page.getByRole('img', { name: 'The garden in May' }).first()).toBeAttached();
  });
});

/**
 * Presses a key until it has an effect: dnd-kit starts to handle keys shortly after it announces
 * that a picture was picked up.
 */
async function pressUntil(page: Page, key: string, sentence: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expectAnnouncement(page, sentence, 5_000);
  }).toPass();
}

test('reorders pictures with the keyboard only @full', async ({ page, request }) => {
  const { id, before } = await openForm(page, request, 4);
  await handle(page, 'picture 4').focus();
  await page.keyboard.press('Space');
  await expectAnnouncement(page, 'Picture 4 picked up at position 4 of 4.');
  await pressUntil(page, 'ArrowUp', 'Picture 4 moved to position 1 of 4.');
  await page.keyboard.press('Escape');
  await expectAnnouncement(page, 'Picture 4 is back at position 4 of 4.');
  await expect(handle(page, 'picture 4')).toBeFocused();

  await page.keyboard.press('Space');
  await expectAnnouncement(page, 'Picture 4 picked up at position 4 of 4.');
  await pressUntil(page, 'ArrowUp', 'Picture 4 moved to position 1 of 4.');
  await page.keyboard.press('Space');
  await expectAnnouncement(page, 'Picture 4 dropped at position 1 of 4.');
  await expect(handle(page, 'picture 1')).toBeFocused();

  await test.step('a button keeps focus until the picture is in the last position', async () => {
    await page.getByRole('button', { name: 'Move right: picture 2' }).press('Enter');
    await expectAnnouncement(page, 'Picture 2 moved to position 3 of 4.');
    await expect(page.getByRole('button', { name: 'Move right: picture 3' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expectAnnouncement(page, 'Picture 3 moved to position 4 of 4.');
    await expect(handle(page, 'picture 4')).toBeFocused();
  });
  await save(page);
  const [a, b, c, d] = before;
  expect((await readPictures(request, id)).images).toEqual([d, b, c, a]);
});

test('shows which alt text is too long and which one the server rejects @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 400', 'ApiError');
  const { id } = await openForm(page, request, 1);
  // A single picture cannot be moved.
  await expect(page.getByRole('button', { name: /^Move|^Make cover|^Drag/ })).toHaveCount(0);
  const text = altTextField(page, 'picture 1');
  await text.fill('x'.repeat(201));
  await expect(page.getByText('At most 200 characters; this has 201.')).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(text).toBeFocused();
  await expect(page.getByText('1 field needs attention')).toBeVisible();

  // Users cannot type a NUL character into a text box, but scripts can set it.
  await text.fill('A hall');
  await text.evaluate((element) => {
    const box = element as HTMLTextAreaElement;
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set;
    set?.call(box, 'A \u0000 hall');
    box.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    page.locator('[data-picture]').getByText('contains characters that cannot be stored'),
  ).toBeVisible();
  await expect(text).toBeFocused();
  await text.fill('A hall');
  await save(page);
  expect((await readPictures(request, id)).pictures[0]?.text).toBe('A hall');
});

test('a picture that was deleted in another session disappears from the form @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 400', 'ApiError');
  const { agent, id, before } = await openForm(page, request, 3);
  // Waits for the form's pictures before their files are deleted.
  await expect(images(page).first()).toHaveJSProperty('complete', true);
  await expect(images(page).first()).not.toHaveJSProperty('naturalWidth', 0);
  await changeListing(request, agent, id, { imagesToDelete: JSON.stringify([before[0]]) });

  await test.step('its position and alt text are ignored', async () => {
    await altTextField(page, 'picture 1').fill('The front');
    await page.getByRole('button', { name: 'Move right: picture 1' }).click();
    await page.getByRole('button', { name: 'Delete picture 2' }).click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('1 picture was deleted elsewhere.')).toBeVisible();
    await expect(images(page)).toHaveCount(2);
  });
  await save(page);
  expect((await readPictures(request, id)).images).toEqual([before[1], before[2]]);
});

test('restores order and texts after the session has ended @full', async ({
  page,
  request,
  expectedErrors,
}) => {
  expectedErrors.push('status of 401', 'ApiError');
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent);
  for (const images of await makePictures('a.jpg', 'b.jpg')) {
    await changeListing(request, agent, _id, { images });
  }
  const { images: before } = await readPictures(request, _id);
  const signIn = async () => {
    await page.getByLabel('Email').fill(agent.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await page.goto(`/dashboard/edit-listing/${_id}`);
  await expectHydrated(page);
  // Wait for these responses: a request with the invalid token would sign the agent out before the
  // form is sent.
  const initialResponses = [/\/api\/notifications\?/, /\/api\/inquiries\?/, /\/open-houses$/].map(
    (call) => page.waitForResponse(call),
  );
  await signIn();
  await page.locator('input[type="file"]').setInputFiles(await makePicture('attic.jpg', '#999911'));
  await page.getByRole('button', { name: 'Make cover: picture 2' }).click();
  await altTextField(page, 'picture 1').fill('The stairs');
  await altTextField(page, 'attic.jpg').fill('The attic');
  await Promise.all(initialResponses);
  const token = (await page.evaluate(() => localStorage.getItem('token'))) ?? '';
  await request.post('/api/auth/logout', { headers: bearer({ token }) });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible();
  await signIn();
  await expect(page.getByText('We restored your entries')).toBeVisible();
  await expect(altTextField(page, 'picture 1')).toHaveValue('The stairs');
  await page.locator('input[type="file"]').setInputFiles(await makePicture('attic.jpg', '#999911'));
  await expect(altTextField(page, 'attic.jpg')).toHaveValue('The attic');
  await save(page);
  const after = await readPictures(request, _id);
  expect(after.images.slice(0, 2)).toEqual(before.toReversed());
  expect(after.pictures.map(({ text }) => text)).toEqual(['The stairs', null, 'The attic']);
});

test('floor plans have a separate tab and section, with a background', async ({
  page,
  request,
}) => {
  const agent = await makeAccount(request, 'agent');
  const { _id } = await makeListing(request, agent);
  const imageKinds = JSON.stringify({ 'new:0': 'floor_plan' });
  const plan = await makePicture('plan.jpg', '#ffffff');
  await changeListing(request, agent, _id, { images: plan, imageKinds });
  await page.goto(`/property/${_id}`);
  await expect(page.getByText('No Images Available')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Floor plans' })).toBeVisible();

  await changeListing(request, agent, _id, { images: await makePicture('front.jpg', '#7a9e7e') });
  await page.reload();
  await expectHydrated(page);
  await expect(page.getByRole('heading', { name: 'Floor plans' })).toBeVisible();
  await page.getByRole('tab', { name: 'Photos' }).press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Floor plans' })).toBeFocused();
  const picture = page.getByRole('tabpanel', { name: 'Floor plans' }).getByRole('img');
  await expect(picture).toHaveAccessibleName(/, floor plan 1 of 1$/);
  await expect(picture).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expectAccessible(page);
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a picture can be dragged after a long press, and a cover can be chosen @full', async ({
    page,
    request,
  }) => {
    const { id, before } = await openForm(page, request, 4);
    const devTools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0) =>
      devTools.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      });
    await centerOf(page, 3);
    const from = await centerOf(page, 0);
    await touch('touchStart', from.x, from.y);
    await expect(handle(page, 'picture 1')).toHaveAttribute('aria-pressed', 'true');
    const target = (await images(page).nth(1).boundingBox()) ?? { x: 0, y: 0 };
    await touch('touchMove', from.x + 40, from.y);
    await touch('touchMove', target.x + 80, target.y + 60);
    await expectAnnouncement(page, 'Picture 1 moved to position 2 of 4.');
    await touch('touchEnd');
    await expectAnnouncement(page, 'Picture 1 dropped at position 2 of 4.');
    await expect.poll(() => page.evaluate(canReceiveClicks)).toBe(true);

    await page.getByRole('button', { name: 'Make cover: picture 4' }).click();
    await expectAnnouncement(page, 'Picture 4 moved to position 1 of 4.');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Changes saved.')).toBeVisible();
    const [a, b, c, d] = before;
    expect((await readPictures(request, id)).images).toEqual([d, b, a, c]);
  });
});
