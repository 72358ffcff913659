/** Raw HTTP/1.1, for requests that no client library sends. */

import { connect } from 'node:net';

/** The first response, if there was one, and all received text. */
export type RawExchange = {
  /** 0 if the connection was closed without a response. */
  status: number;
  /** Names are lowercase; for repeated headers, the last value. */
  headers: Record<string, string>;
  /** The first response's body; chunked bodies are not decoded. */
  text: string;
  /** All received text, including additional responses. */
  received: string;
};

/** The time to wait for additional responses, which follow the first one immediately. */
const NEXT_RESPONSE_MS = 5;

/**
 * Sends bytes on a new connection. After the response or the timeout, half-closes the connection and waits until the
 * server closes it.
 *
 * @param bytes the raw bytes, including `\r\n`
 * @param timeoutMs the timeout for the first response
 */
export async function exchange(
  port: number,
  bytes: Buffer | string,
  timeoutMs = 5_000,
): Promise<RawExchange> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  const socket = connect(port, '127.0.0.1');
  let timer = setTimeout(() => socket.end(), timeoutMs);
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    clearTimeout(timer);
    timer = setTimeout(() => socket.end(), NEXT_RESPONSE_MS);
  });
  // The server may reset a connection that it no longer needs.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    clearTimeout(timer);
    resolve(Buffer.concat(chunks).toString('utf8'));
  });
  socket.write(bytes);
  return parse(await promise);
}

function parse(received: string): RawExchange {
  const end = received.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = received.slice(0, Math.max(0, end)).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  // The final response follows a 100 Continue.
  if (status === 100) return parse(received.slice(end + 4));
  const body = Buffer.from(received.slice(end + 4));
  const length = Number(headers['content-length'] ?? body.length);
  return { status, headers, text: body.subarray(0, length).toString('utf8'), received };
}
