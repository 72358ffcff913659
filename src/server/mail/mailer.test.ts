import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from './mailer.ts';

const FROM = 'Doorstep <no-reply@example.org>';

let folder: string;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'doorstep-test-')), 'mail');
});

afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

/** Returns an email's unfolded headers by lowercase name, with all values of repeated headers. */
function headersOf(mail: string): Record<string, string[]> {
  const head = mail.split('\r\n\r\n')[0] ?? '';
  const headers: Record<string, string[]> = {};
  for (const line of head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const [name = '', value = ''] = line.split(/: ?(.*)/s);
    (headers[name.toLowerCase()] ??= []).push(value);
  }
  return headers;
}

describe('over SMTP', () => {
  let server: SMTPServer;
  let received: { from: string; to: string[]; mail: string }[];
  let rejection: Error | null;

  beforeEach(async () => {
    received = [];
    rejection = null;
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) => {
        if (username === 'me' && password === 'p@ss') done(null, { user: 'me' });
        else done(new Error('Wrong password'));
      },
      onData: (stream, session, done) => {
        void receiveMail(stream, session, done);
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
  });

  async function receiveMail(
    stream: SMTPServerDataStream,
    { envelope: { mailFrom, rcptTo } }: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const mail = await readText(stream);
    const from = mailFrom === false ? '' : mailFrom.address;
    received.push({ from, to: rcptTo.map(({ address }) => address), mail });
    done(rejection);
  }

  afterEach(() => new Promise<void>((resolve) => server.close(resolve)));

  function createTestMailer(user = ''): ReturnType<typeof createMailer> {
    const { port } = server.server.address() as AddressInfo;
    return createMailer({
      smtpUrl: `smtp://${user}127.0.0.1:${port}`,
      from: async () => FROM,
      folder,
    });
  }

  test('delivers an email to the server, with authentication if the URL has credentials', async () => {
    const mail = { to: 'ann@example.org', subject: 'Grüße', text: 'Line one\n.\nLine three' };
    expect(await createTestMailer('me:p%40ss@').send(mail)).toEqual({ file: null });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ from: 'no-reply@example.org', to: ['ann@example.org'] });
    const headers = headersOf(received[0]?.mail ?? '');
    expect(headers).toMatchObject({ from: [FROM], to: ['ann@example.org'] });
    expect(headers['subject']?.[0]).toMatch(/^=\?UTF-8\?/);
    expect(received[0]?.mail).toContain('Line one\r\n.\r\nLine three');
    expect(headers['content-transfer-encoding']).toEqual(['7bit']);
  });

  test.each([
    ['non-ASCII letters', 'Grüße'],
    ['a line too long for some servers', 'x'.repeat(999)],
  ])('encodes %s', async (_case, text) => {
    await createTestMailer().send({ to: 'ann@example.org', subject: 'Hello', text });
    const mail = received[0]?.mail ?? '';
    expect(headersOf(mail)['content-transfer-encoding']).toEqual(['quoted-printable']);
    expect(Math.max(...mail.split('\r\n').map((line) => line.length))).toBeLessThan(100);
  });

  test('does not let mail clients decode an encoded word that a user typed', async () => {
    const word = '=?utf-8?B?4oCuZXZpbOKArA0KWDogMQ==?=';
    await createTestMailer().send({
      to: 'ann@example.org',
      replyTo: { name: word, address: 'bo@example.org' },
      subject: `${word} wrote`,
      text: 'Hello',
    });
    const headers = headersOf(received[0]?.mail ?? '');
    for (const name of ['subject', 'reply-to']) expect(headers[name]?.[0]).not.toContain('=?utf-8');
  });

  test('prevents names and subjects from adding headers or recipients', async () => {
    await createTestMailer().send({
      to: 'desk@example.org',
      replyTo: {
        name: 'Eve" <x@evil.example>\r\nBcc: a@evil.example',
        address: 'eve@example.org',
      },
      subject: 'Hel\u202Elo\r\nBcc: b@evil.example\r\n\r\nAnother body\u2028\0\u2069',
      text: 'Bcc: c@evil.example',
    });
    expect(received[0]?.to).toEqual(['desk@example.org']);
    const headers = headersOf(received[0]?.mail ?? '');
    expect(headers['bcc']).toBeUndefined();
    expect(headers['subject']).toEqual(['Hello Bcc: b@evil.example Another body']);
    expect(headers['reply-to']).toHaveLength(1);
    expect(headers['reply-to']?.[0]).toMatch(/<eve@example\.org>$/);
  });

  test.each([
    'a@example.org, b@evil.example',
    'a@example.org\r\nBcc: b@evil.example',
    'Ann <a@example.org>',
    'a@b@example.org',
    '',
  ])('rejects the address %j', async (address) => {
    const mail = { subject: 'Hello', text: 'Hello' };
    await expect(createTestMailer().send({ ...mail, to: address })).rejects.toThrow(
      'not a valid email address',
    );
    const replyTo = { name: 'Ann', address };
    await expect(
      createTestMailer().send({ ...mail, to: 'x@example.org', replyTo }),
    ).rejects.toThrow('not a valid email address');
    expect(received).toEqual([]);
  });

  test('fails if the server rejects the email, the password, or the connection', async () => {
    const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello' };
    rejection = new Error('Rejected');
    await expect(createTestMailer().send(mail)).rejects.toThrow('Rejected');
    await expect(createTestMailer('me:wrong@').send(mail)).rejects.toThrow('Wrong password');
    const unreachableMailer = createMailer({
      smtpUrl: 'smtp://127.0.0.1:1',
      from: async () => FROM,
      folder,
    });
    await expect(unreachableMailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  });
});

describe('without a server', () => {
  test('an email is written to a file that only its owner can read', async () => {
    const mailer = createMailer({ smtpUrl: undefined, from: async () => FROM, folder });
    const link = `https://homes.example.org/reset-password?token=${'x'.repeat(43)}`;
    const { file } = await mailer.send({
      to: 'ann@example.org',
      subject: 'Hello\r\nBcc: b@evil.example',
      text: `Open this:\n${link}\n`,
    });
    expect(await readdir(folder)).toEqual([path.basename(file ?? '')]);
    expect(file).toMatch(/\.eml$/);
    expect((await stat(file ?? '')).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const mail = (await readFile(file ?? '', 'utf8')).replaceAll(/\r?\n/g, '\r\n');
    expect(headersOf(mail)).toMatchObject({
      from: [FROM],
      to: ['ann@example.org'],
      subject: ['Hello Bcc: b@evil.example'],
    });
    expect(headersOf(mail)['bcc']).toBeUndefined();
    expect(mail.split('\r\n')).toContain(link);
  });

  test('an email that does not fit on disk leaves no partial file', async () => {
    const mailer = path.resolve(import.meta.dirname, 'mailer.ts');
    const script = `
      import { createMailer } from ${JSON.stringify(mailer)};
      const mailer = createMailer({
        smtpUrl: undefined, from: async () => 'no-reply@example.org', folder: ${JSON.stringify(folder)},
      });
      const text = 'x'.repeat(100_000);
      await mailer.send({ to: 'ann@example.org', subject: 'Hello', text })
        .then(() => console.log('sent'), ({ code }) => console.log(code));`;
    // Limits files to one block, so that writing more fails as on a full disk.
    const limitFileSize = ['-c', 'ulimit -f 1 && exec "$0" "$@"', process.execPath];
    const { stdout } = spawnSync('sh', [...limitFileSize, '--input-type=module', '-e', script]);
    expect(stdout.toString().trim()).toBe('EFBIG');
    expect(await readdir(folder)).toEqual([]);
  });
});
