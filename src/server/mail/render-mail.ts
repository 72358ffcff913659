/** Renders an email's HTML and text from the same content (docs/product/mail.md). */

import type { MailContent } from './mail-blocks.ts';
import { renderHtml } from './mail-html.ts';
import type { MailSite } from './mail-site.ts';
import { renderText } from './mail-text.ts';

/** The rendered parts of `Mail`. */
export type RenderedMail = { subject: string; text: string; html: string };

/** Renders an email. User input in the content can add neither markup nor headers. */
export function renderMail(site: MailSite, content: MailContent): RenderedMail {
  return {
    subject: content.subject,
    text: renderText(site, content),
    html: renderHtml(site, content),
  };
}
