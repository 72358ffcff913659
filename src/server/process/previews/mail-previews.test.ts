import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#tests/helpers/test-app.ts';
import { JOB_TABLE } from '../job-handlers.ts';
import { addMailPreviews } from './preview-routes.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ addDevRoutes: addMailPreviews });
  return () => server.close();
});

const open = async (url: string) => server.app.inject({ method: 'GET', url });

describe('GET /dev/emails', () => {
  test('lists every kind of email, including variants', async () => {
    const { payload } = await open('/dev/emails');
    for (const name of Object.keys(JOB_TABLE.emails)) expect(payload).toContain(name);
    expect(payload.match(/\/text"/g)?.length).toBeGreaterThan(30);
  });

  test('shows an email as HTML and text, stores no sample data, and rejects unknown IDs', async () => {
    const html = await open('/dev/emails/3');
    expect(html.headers['content-type']).toContain('text/html');
    expect(html.payload).toContain('Two homes &#38; one question');
    const text = await open('/dev/emails/3/text');
    expect(text.headers['content-type']).toContain('text/plain');
    expect(text.payload).toContain('> Do you offer short-term rentals?');
    const { rows } = await sql`
      select from users union all select from properties union all
      select from graphile_worker._private_jobs`.execute(server.db);
    expect(rows).toEqual([]);
    expect((await open('/dev/emails/999')).statusCode).toBe(404);
  });

  test('omits the visitor’s name from an email to an agent whose address is unproven', async () => {
    const { payload } = await open('/dev/emails');
    const row = /Tour, confirmed, to the agent \(unproven address\).*?href="([^"]+)"/.exec(payload);
    expect((await open(`${row?.[1]}/text`)).payload).toContain('We let the visitor know.');
  });

  test('does not exist in production', async () => {
    const productionServer = await startTestApp();
    try {
      for (const url of ['/dev/emails', '/dev/emails/1', '/dev/emails/1/text']) {
        expect((await productionServer.app.inject({ method: 'GET', url })).statusCode).toBe(404);
      }
    } finally {
      await productionServer.close();
    }
  });
});
