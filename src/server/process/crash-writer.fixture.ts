/** An agent who changes listings in a loop and records acknowledged changes, for the crash test. */

import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';

/** A listing's observable state; null if it does not exist. */
export type ListingState = { title: string; isAvailable: boolean; imageCount: number } | null;

/** A listing and its possible states: one if all changes were acknowledged, two if the last change was not. */
export type TrackedListing = { id: string; states: ListingState[] };

export type Listing = { _id: string; title: string; isAvailable: boolean; images: string[] };

export type Writer = {
  token: string;
  trackedListings: TrackedListing[];
  /** Listings whose creation was not acknowledged; each exists either as sent or not at all. */
  unconfirmedListings: NonNullable<ListingState>[];
  /** Returns the number of acknowledged changes so far. */
  countAcknowledged: () => number;
  /** Makes changes until the server exits. */
  changeUntilExit: (url: string) => Promise<void>;
};

/** Signs up an agent. */
export async function createWriter(url: string, name: string, picture: Buffer): Promise<Writer> {
  const password = 'password of a writer';
  const response = await fetch(`${url}/api/auth/register`, {
    method: endpoints.register.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name,
      email: `${name}@example.org`,
      password,
      confirmPassword: password,
      role: 'agent',
    }),
  });
  const { token } = (await response.json()) as { token: string };
  const trackedListings: TrackedListing[] = [];
  const unconfirmedListings: NonNullable<ListingState>[] = [];
  let step = 0;
  let acknowledgedCount = 0;

  const pictures = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, data: picture }));

  async function send(url: string, method: string, body?: FormData): Promise<Listing | null> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(url, { method, headers, ...(body && { body }) });
    if (!response.ok)
      throw new Error(`${method} returned ${response.status}: ${await response.text()}`);
    const text = await response.text();
    acknowledgedCount += 1;
    return text === '' ? null : (JSON.parse(text) as Listing);
  }

  async function create(url: string): Promise<void> {
    const state = { title: `${name} ${step}`, isAvailable: true, imageCount: 1 + (step % 2) };
    unconfirmedListings.push(state);
    const form = toFormData(buildPropertyForm({ title: state.title }), pictures(state.imageCount));
    const createdListing = await send(`${url}/api/properties`, 'POST', form);
    unconfirmedListings.pop();
    trackedListings.push({ id: createdListing?._id ?? '', states: [state] });
  }

  /** Sends a change. Until it is acknowledged, the listing can be in its old or its new state. */
  async function change(
    target: TrackedListing,
    after: ListingState,
    request: () => Promise<unknown>,
  ): Promise<void> {
    target.states.push(after);
    await request();
    target.states = [after];
  }

  /** Changes the title and price, adds a picture, and deletes two pictures if there are more than one. */
  async function edit(
    url: string,
    target: TrackedListing,
    before: NonNullable<ListingState>,
  ): Promise<void> {
    const listingUrl = `${url}/api/properties/${target.id}`;
    const { images } = (await (await fetch(listingUrl)).json()) as Listing;
    const deletedImages = images.slice(0, images.length > 1 ? 2 : 0);
    const after = {
      ...before,
      title: `${name} ${step}`,
      imageCount: images.length - deletedImages.length + 1,
    };
    const fields = buildPropertyForm({ title: after.title, price: String(step * 1000) });
    const form = toFormData(
      { ...fields, imagesToDelete: JSON.stringify(deletedImages) },
      pictures(1),
    );
    await change(target, after, () => send(listingUrl, 'PUT', form));
  }

  async function makeChange(url: string): Promise<void> {
    step += 1;
    const existingListings = trackedListings.filter(({ states }) => states[0] !== null);
    const target = existingListings[(step * 7) % existingListings.length];
    const before = target?.states[0];
    if (step % 4 === 1 || target === undefined || !before) return create(url);
    const listingUrl = `${url}/api/properties/${target.id}`;
    if (step % 4 === 2) return edit(url, target, before);
    if (step % 8 === 7) return change(target, null, () => send(listingUrl, 'DELETE'));
    const after = { ...before, isAvailable: !before.isAvailable };
    return change(target, after, () => send(`${listingUrl}/toggle-availability`, 'PATCH'));
  }

  return {
    token,
    trackedListings,
    unconfirmedListings,
    countAcknowledged: () => acknowledgedCount,
    changeUntilExit: async (url) => {
      try {
        for (;;) await makeChange(url);
      } catch (error) {
        // `fetch` throws a TypeError if the connection breaks; any other error is a bug.
        if (!(error instanceof TypeError)) throw error;
      }
    },
  };
}
