/**
 * For developers: measures the latency for 50 visitors, alone and with 2,000 idle connections and 200 slow connections
 * that send one byte per second.
 *
 *   node scripts/crowd.ts [PROCESSES]
 *
 * Starts a server with demo data. The visitors send 400 requests per second in total, to measure latency instead
 * of the machine's capacity. Prints the median and the 99th percentile in milliseconds.
 */

import { rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { startServerProcess } from '#tests/helpers/server-process.ts';
import { makeTempFolder } from '#tests/helpers/temp-folder.ts';

const IDLE_CONNECTIONS = 2_000;
const SLOW_CONNECTIONS = 200;
const VISITORS = 50;
const SECONDS = 8;
const PATHS = ['/', '/api/properties?limit=6', '/api/users/agents'];

/** Requests from slow clients, whose headers or body never end. */
const SLOW_REQUESTS = [
  `GET /api/properties HTTP/1.1\r\nHost: a\r\nX-Slow: ${'a'.repeat(200)}`,
  `POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"name":"${'a'.repeat(200)}`,
];

const folder = makeTempFolder();
const [processes = '1'] = process.argv.slice(2);
const server = await startServerProcess({
  DATA_DIR: folder,
  WEB_CONCURRENCY: processes,
  LOG_LEVEL: 'error',
});
const port = Number(new URL(server.url).port);
const sockets = new Set<Socket>();
let isShuttingDown = false;

async function measure(): Promise<void> {
  for (const path of PATHS) {
    const { latency, errors, non2xx } = await autocannon({
      url: `http://127.0.0.1:${port}${path}`,
      connections: VISITORS,
      duration: SECONDS,
      overallRate: 400,
    });
    console.log(`  ${path}: ${latency.p50} and ${latency.p99} ms, ${errors + non2xx} failed`);
  }
}

function openConnection(onClose: () => void): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    sockets.delete(socket);
    onClose();
  });
  return socket.resume();
}

/** Opens a slow connection, and reopens it when it is closed. */
function openSlowConnection(text: string): void {
  let sentBytes = 0;
  const timer = setInterval(() => {
    socket.write(text.charAt(sentBytes));
    sentBytes += 1;
  }, 1_000);
  const socket = openConnection(() => {
    clearInterval(timer);
    if (!isShuttingDown) openSlowConnection(text);
  });
}

try {
  await measure();
  console.log('Alone:');
  await measure();
  for (let index = 0; index < IDLE_CONNECTIONS; index += 1) {
    openConnection(() => undefined).write('GET /api/health HTTP/1.1\r\nHost: a\r\n\r\n');
    if (index % 100 === 0) await sleep(20);
  }
  for (let index = 0; index < SLOW_CONNECTIONS; index += 1)
    openSlowConnection(SLOW_REQUESTS[index % 2] ?? '');
  await sleep(3_000);
  console.log(`With ${IDLE_CONNECTIONS} idle and ${SLOW_CONNECTIONS} slow connections:`);
  await measure();
} finally {
  isShuttingDown = true;
  for (const socket of sockets) socket.destroy();
  await server.stop();
  rmSync(folder, { recursive: true });
}
