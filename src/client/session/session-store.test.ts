import { describe, expect, it, vi } from 'vitest';
import {
  createSessionStore,
  endsSession,
  parseSession,
  type SessionUser,
} from './session-store.ts';

const user: SessionUser = {
  _id: '1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'agent',
  avatar: null,
  phone: null,
  office: null,
  isVerified: false,
  verification: null,
  licenseNumber: null,
  licenseState: null,
  agentRequestedAt: null,
  officeRole: null,
};

function createMemoryStorage() {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
}

describe('the session store', () => {
  it('is loading on the server and signed out with an empty storage', () => {
    const store = createSessionStore(createMemoryStorage);
    expect(store.getServerSnapshot()).toEqual({ status: 'loading' });
    expect(store.getSnapshot()).toEqual({ status: 'signed-out' });
  });

  it('stores the token and the user under their keys and clears both', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(() => storage);
    const listener = vi.fn();
    store.subscribe(listener);
    store.signIn(user, 'secret');
    expect(storage.values.get('token')).toBe('secret');
    expect(JSON.parse(storage.values.get('user') ?? '')).toEqual(user);
    expect(store.getSnapshot()).toEqual({ status: 'signed-in', user });
    expect(store.getSnapshot()).toBe(store.getSnapshot());
    store.signOut();
    expect([...storage.values.keys()]).toEqual(['session-end']);
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('stores the time when a session is replaced, but not when a profile changes', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(() => storage);
    store.signIn(user, 'secret');
    store.updateUser({ ...user, name: 'Ada L.' });
    expect(storage.getItem('session-end')).toBeNull();
    store.signIn({ ...user, _id: '2' }, 'other secret');
    expect(storage.getItem('session-end')).toMatch(/^\d{13}$/);
  });

  it('does not change the token when the profile changes', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(() => storage);
    store.signIn(user, 'secret');
    store.updateUser({ ...user, name: 'Ada L.' });
    expect(store.getToken()).toBe('secret');
    expect(store.getSnapshot()).toMatchObject({ user: { name: 'Ada L.' } });
  });

  it('ignores a late response for the previous user', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(() => storage);
    store.signIn({ ...user, _id: '2', name: 'Boris' }, 'other secret');
    store.updateUser(user);
    expect(store.getSnapshot()).toMatchObject({ user: { _id: '2', name: 'Boris' } });
    store.signOut();
    store.updateUser(user);
    expect(store.getSnapshot()).toEqual({ status: 'signed-out' });
  });

  it('signs out even if the storage is full', () => {
    const storage = createMemoryStorage();
    const store = createSessionStore(() => storage);
    store.signIn(user, 'secret');
    storage.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    store.signOut();
    expect(storage.values.size).toBe(0);
  });

  it('stores the session in memory if storage is disabled', () => {
    const store = createSessionStore(() => {
      throw new Error('SecurityError');
    });
    store.signIn(user, 'secret');
    expect(store.getSnapshot()).toMatchObject({ status: 'signed-in' });
    expect(store.getToken()).toBe('secret');
  });
});

describe('a storage change in another tab', () => {
  it('ends the session if it removes or replaces the token', () => {
    for (const newValue of [null, 'token of the next user'])
      expect(endsSession({ key: 'token', oldValue: 'secret', newValue } as StorageEvent)).toBe(
        true,
      );
    expect(endsSession({ key: null, oldValue: null })).toBe(true);
    expect(endsSession({ key: 'token', oldValue: null })).toBe(false);
    expect(endsSession({ key: 'user', oldValue: '{}' })).toBe(false);
  });
});

describe('parseSession', () => {
  it.each([
    [null, JSON.stringify(user)],
    ['', JSON.stringify(user)],
    ['secret', null],
    ['secret', 'not json'],
    ['secret', 'null'],
    ['secret', JSON.stringify({ ...user, role: 'owner' })],
    ['secret', JSON.stringify({ name: 'Ada' })],
  ])('treats token %j with user %j as signed out', (token, userText) => {
    expect(parseSession(token, userText)).toEqual({ status: 'signed-out' });
  });
});
