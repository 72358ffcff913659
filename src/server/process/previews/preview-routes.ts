/** Serves `/dev/emails` in the development server. The production server never loads this file. */

import type { FastifyInstance } from 'fastify';
import type { DevContext } from '../../app-options.ts';
import { notFound } from '../../errors/app-error.ts';
import { escapeHtml } from '../../mail/mail-html.ts';
import { toMailSite } from '../../features/site/site-mail.ts';
import { JOB_TABLE } from '../job-handlers.ts';
import { composePreviews, type MailPreview } from './mail-previews.ts';

/** The content security policy, which allows only an email's pictures and styles. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src * data:";
const HOUR_MS = 3_600_000;

/** Adds routes for the list of all emails and for each email as HTML and text. */
export function addMailPreviews(app: FastifyInstance, context: DevContext): void {
  const { db, images, dataKey, importFolder, publicSettings, readSite } = context;
  const compose = () =>
    composePreviews(JOB_TABLE.emails, {
      db,
      images,
      dataKey,
      importFolder,
      site: async () => toMailSite(await readSite(), publicSettings.publicUrl),
      costRates: publicSettings.costRates,
      now: new Date(),
      contactEmail: context.contactEmail ?? 'office@mail-previews.example',
      inquiryKeepDays: 730,
      alertTimes: { delayMs: 0, pauseMs: HOUR_MS },
      log: app.log,
      shutdownSignal: new AbortController().signal,
    });
  const find = async (id: string): Promise<MailPreview> => {
    const preview = (await compose()).find((candidate) => candidate.id === id);
    if (preview === undefined) throw notFound('Email not found.');
    return preview;
  };
  type PreviewRoute = { Params: { id: string } };

  app.get('/dev/emails', async (_request, reply) => {
    void reply.headers({ 'content-security-policy': POLICY }).type('text/html; charset=utf-8');
    return toIndex(await compose());
  });
  app.get<PreviewRoute>('/dev/emails/:id', async ({ params }, reply) => {
    const { mail } = await find(params.id);
    void reply.headers({ 'content-security-policy': POLICY }).type('text/html; charset=utf-8');
    return mail.html;
  });
  app.get<PreviewRoute>('/dev/emails/:id/text', async ({ params }, reply) => {
    const { mail } = await find(params.id);
    void reply.type('text/plain; charset=utf-8');
    return `Subject: ${mail.subject}\nTo: ${mail.to}\n\n${mail.text}`;
  });
}

function toIndex(previews: readonly MailPreview[]): string {
  const rows = previews.map(
    ({ id, name, description, mail }) =>
      `<tr><td>${escapeHtml(description)}</td><td><a href="/dev/emails/${id}">${escapeHtml(mail.subject)}</a></td>` +
      `<td><a href="/dev/emails/${id}/text">text</a></td><td><code>${escapeHtml(name)}</code></td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Emails</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui;margin:2rem}td{padding:.2rem 1rem .2rem 0;vertical-align:top}</style>
<h1>Emails</h1><p>These emails were just composed from sample data that is not stored. Their links do not work.</p><table>${rows.join('')}</table></html>`;
}
