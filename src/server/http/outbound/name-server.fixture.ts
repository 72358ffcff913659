/** A DNS server for tests, on this machine. */

import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { onTestFinished } from 'vitest';

const HEADER_BYTES = 12;
const TYPE_A = 1;
const TYPE_AAAA = 28;
const STANDARD_RESPONSE = 0x81_80;
const NXDOMAIN = 3;

/**
 * Starts a name server that stops at the end of the test.
 *
 * @param names the addresses of each name, which the caller can change; queries for `silent` names get no response, and
 *   queries for unlisted names get NXDOMAIN
 * @returns the server's address and port
 */
export async function serveNames(names: Record<string, string[] | 'silent'>): Promise<string> {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const { name, type, end } = readQuestion(query);
    const addresses = names[name];
    if (addresses === 'silent') return;
    const answers = (addresses ?? [])
      .filter((answer) => type === (isIPv4(answer) ? TYPE_A : TYPE_AAAA))
      .map((answer) => writeAnswer(type, toBytes(answer)));
    const header = Buffer.alloc(HEADER_BYTES);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(STANDARD_RESPONSE + (addresses === undefined ? NXDOMAIN : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    socket.send(
      Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]),
      port,
      address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    socket.close();
  });
  return `127.0.0.1:${socket.address().port}`;
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let offset = HEADER_BYTES;
  for (let length = query[offset] ?? 0; length > 0; length = query[offset] ?? 0) {
    labels.push(query.toString('latin1', offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  // The terminating zero, the type, and the class.
  return { name: labels.join('.'), type: query.readUInt16BE(offset + 1), end: offset + 5 };
}

/** Writes an answer whose name is a compression pointer to the question. */
function writeAnswer(type: number, bytes: number[]): Buffer {
  const ttl = [0, 0, 0, 0];
  return Buffer.from([0xc0, HEADER_BYTES, 0, type, 0, 1, ...ttl, 0, bytes.length, ...bytes]);
}

function toBytes(address: string): number[] {
  if (isIPv4(address)) return address.split('.').map(Number);
  const [start = '', end = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const [first, last] = [start, end].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  const zeros = Array<string>(8 - first.length - last.length).fill('0');
  return [
    ...Buffer.from([...first, ...zeros, ...last].map((p) => p.padStart(4, '0')).join(''), 'hex'),
  ];
}
