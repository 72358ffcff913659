import { describe, expect, it, vi } from 'vitest';
import { createApiClient } from './api-client.ts';
import type { UploadTransport } from './upload-transport.ts';

const form = new FormData();

describe('an upload', () => {
  it('reports progress through the upload transport', async () => {
    const upload = vi.fn<UploadTransport>(async (_path, _init, onProgress) => {
      onProgress({ sentBytes: 5, totalBytes: 10 });
      return Response.json({ _id: '7' });
    });
    const onProgress = vi.fn();
    const api = createApiClient({
      fetch: () => Promise.reject(new Error('Must not be called.')),
      upload,
      getToken: () => 'secret',
    });
    const response = api.upload(
      'PUT /properties/:id',
      { params: { id: '7' }, form },
      { onProgress },
    );
    await expect(response).resolves.toEqual({ _id: '7' });
    expect(onProgress).toHaveBeenCalledWith({ sentBytes: 5, totalBytes: 10 });
    const [path, init] = upload.mock.calls[0] ?? [];
    expect(path).toBe('/api/properties/7');
    expect(init).toMatchObject({ method: 'PUT', body: form });
    expect(init?.headers).toMatchObject({ authorization: 'Bearer secret' });
  });

  it('rejects with the signal’s reason if canceled, and with a NETWORK error if the network is down', async () => {
    const failingTransport: UploadTransport = (_path, { signal }) =>
      Promise.reject(signal?.aborted === true ? signal.reason : new TypeError('Failed to fetch'));
    const api = createApiClient({
      fetch: () => Promise.reject(new Error()),
      upload: failingTransport,
    });
    const onProgress = () => undefined;
    await expect(
      api.upload(
        'POST /properties',
        { form },
        { onProgress, signal: AbortSignal.abort('canceled by user') },
      ),
    ).rejects.toBe('canceled by user');
    await expect(api.upload('POST /properties', { form }, { onProgress })).rejects.toMatchObject({
      code: 'NETWORK',
    });
  });
});

describe('a rejected token', () => {
  it('ends its own session but not a newer one', async () => {
    const onUnauthorized = vi.fn();
    let token = 'old';
    const reject = () =>
      Promise.resolve(
        Response.json({ message: 'Please sign in.', code: 'UNAUTHENTICATED' }, { status: 401 }),
      );
    const api = createApiClient({
      fetch: () => {
        token = 'new';
        return reject();
      },
      getToken: () => token,
      onUnauthorized,
    });
    await expect(api.call('GET /agent/stats', {})).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).not.toHaveBeenCalled();
    await expect(api.call('GET /agent/stats', {})).rejects.toMatchObject({ status: 401 });
    expect(onUnauthorized).toHaveBeenCalledOnce();
  });
});
