/** A mail server that records accepted emails, and functions that add subscribers and homes, for tests that kill the sender. */

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { Frequency } from '#shared/saved-searches/saved-search.ts';
import { buildPropertyRow } from '#tests/factories/build-property-row.ts';
import { buildUserRow } from '#tests/factories/build-user-row.ts';
import type { Database } from '../database/database.ts';
import { updatePreferences } from '../features/saved-searches/preference-repository.ts';
import { insertSavedSearch } from '../features/saved-searches/saved-search-repository.ts';
import { toSearchValues } from '../features/saved-searches/saved-search-values.ts';

/** The mail server's delay for each email, long enough to kill the sender before it ends. */
const DELIVERY_MS = 20;

/** An email accepted by the server. */
export type ReceivedMail = {
  to: string;
  messageId: string;
  /** The IDs of the homes in the email. */
  homes: string[];
  /** The number of additional homes that it mentions. */
  moreCount: number;
};

/** Listens on a free port. An email counts as accepted once it is complete, even if the sender gets no response. */
export async function startMailServer(): Promise<{
  url: string;
  received: ReceivedMail[];
  /** Delays all responses until the returned function is called. */
  pauseResponses: () => () => void;
  stop: () => Promise<void>;
}> {
  const received: ReceivedMail[] = [];
  let canRespond = Promise.resolve();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      void receiveMail(stream, session, done);
    },
  });
  async function receiveMail(
    stream: SMTPServerDataStream,
    { envelope: { rcptTo } }: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    // Remains incomplete if the sender is killed.
    const mail = await readText(stream).catch(() => '');
    if (/--\s*$/.test(mail)) received.push({ to: rcptTo[0]?.address ?? '', ...readMail(mail) });
    await canRespond;
    await sleep(DELIVERY_MS);
    done();
  }
  // Killed senders reset their connections.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    pauseResponses: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      canRespond = promise;
      return resolve;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function readMail(mail: string): Omit<ReceivedMail, 'to'> {
  const messageId = /^Message-ID: (\S+)/im.exec(mail)?.[1] ?? '';
  const ids = mail.matchAll(/\/property\/(\d+)/g);
  const moreCount = Number(/\+ (\d+) more/.exec(mail)?.[1] ?? 0);
  return { messageId, homes: [...new Set([...ids].map(([, id = '']) => id))], moreCount };
}

/** Adds users with a confirmed address and a saved search for homes in Austin; returns their addresses. */
export async function addSubscribers(
  db: Database,
  count: number,
  frequency: Frequency,
): Promise<string[]> {
  const emails: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id, email } = await db
      .insertInto('users')
      .values(buildUserRow({ email: `subscriber-${index}@example.org` }))
      .returning(['id', 'email'])
      .executeTakeFirstOrThrow();
    await updatePreferences(db, id, { confirmedEmail: email });
    const search = { city: 'Austin' };
    const values = toSearchValues({ search, frequency, timeZone: 'UTC' });
    await insertSavedSearch(db, { userId: id }, values, new Date());
    emails.push(email);
  }
  return emails;
}

/** Adds a new listing in Austin; returns its ID. */
export async function addHome(db: Database, agentId: string): Promise<string> {
  const { id } = await db
    .insertInto('properties')
    .values(buildPropertyRow(agentId, { created_at: new Date() }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
