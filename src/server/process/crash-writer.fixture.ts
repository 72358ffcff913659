/** An agent who changes listings in a loop and records acknowledged changes, for the crash test. */

import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';

/** A listing's observable state; null if it does not exist. */
export type State = { title: string; isAvailable: boolean; imageCount: number } | null;

/** A listing and its possible states: one if everything was acknowledged, two if a change is in doubt. */
export type Tracked = { id: string; states: State[] };

export type Listing = { _id: string; title: string; isAvailable: boolean; images: string[] };

export type Writer = {
  token: string;
  tracked: Tracked[];
  /** Listings whose creation was not acknowledged; each exists as sent, or not at all. */
  unconfirmed: NonNullable<State>[];
  /** Returns the number of acknowledged changes so far. */
  acknowledged: () => number;
  /** Makes one change after another until the server has exited. */
  workUntilExit: (url: string) => Promise<void>;
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
  const tracked: Tracked[] = [];
  const unconfirmed: NonNullable<State>[] = [];
  let step = 0;
  let acknowledged = 0;

  const pictures = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ name: `${index}.jpg`, data: picture }));

  async function call(address: string, method: string, body?: FormData): Promise<Listing | null> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address, { method, headers, ...(body && { body }) });
    if (!response.ok)
      throw new Error(`${method} gave ${response.status}: ${await response.text()}`);
    const text = await response.text();
    acknowledged += 1;
    return text === '' ? null : (JSON.parse(text) as Listing);
  }

  async function create(url: string): Promise<void> {
    const state = { title: `${name} ${step}`, isAvailable: true, imageCount: 1 + (step % 2) };
    unconfirmed.push(state);
    const form = toFormData(buildPropertyForm({ title: state.title }), pictures(state.imageCount));
    const made = await call(`${url}/api/properties`, 'POST', form);
    unconfirmed.pop();
    tracked.push({ id: made?._id ?? '', states: [state] });
  }

  /** Makes the change; until it is acknowledged, the listing can be in the old or the new state. */
  async function change(
    target: Tracked,
    after: State,
    make: () => Promise<unknown>,
  ): Promise<void> {
    target.states.push(after);
    await make();
    target.states = [after];
  }

  /** Changes the texts, adds a picture, and removes one if there are two. */
  async function edit(url: string, target: Tracked, before: NonNullable<State>): Promise<void> {
    const address = `${url}/api/properties/${target.id}`;
    const { images } = (await (await fetch(address)).json()) as Listing;
    const gone = images.slice(0, images.length > 1 ? 2 : 0);
    const after = {
      ...before,
      title: `${name} ${step}`,
      imageCount: images.length - gone.length + 1,
    };
    const fields = buildPropertyForm({ title: after.title, price: String(step * 1000) });
    const form = toFormData({ ...fields, imagesToDelete: JSON.stringify(gone) }, pictures(1));
    await change(target, after, () => call(address, 'PUT', form));
  }

  async function work(url: string): Promise<void> {
    step += 1;
    const present = tracked.filter(({ states }) => states[0] !== null);
    const target = present[(step * 7) % present.length];
    const before = target?.states[0];
    if (step % 4 === 1 || target === undefined || !before) return create(url);
    const address = `${url}/api/properties/${target.id}`;
    if (step % 4 === 2) return edit(url, target, before);
    if (step % 8 === 7) return change(target, null, () => call(address, 'DELETE'));
    const after = { ...before, isAvailable: !before.isAvailable };
    return change(target, after, () => call(`${address}/toggle-availability`, 'PATCH'));
  }

  return {
    token,
    tracked,
    unconfirmed,
    acknowledged: () => acknowledged,
    workUntilExit: async (url) => {
      try {
        for (;;) await work(url);
      } catch (error) {
        // `fetch` throws this when the connection breaks; an error response would be a bug.
        if (!(error instanceof TypeError)) throw error;
      }
    },
  };
}
