/** Renders an email's plain text, for clients without HTML support and recipients who prefer it. */

import type { MailBlock, MailContent } from './mail-blocks.ts';
import type { MailSite } from './mail-site.ts';

/** Renders the content as plain text, with every link on a separate line. */
export function renderText(site: MailSite, content: MailContent): string {
  const footer = content.footer ?? [];
  const parts = [...content.blocks.map(toText), '--', ...footer.map(toText), nameLine(site)];
  return `${parts.join('\n\n')}\n`;
}

const nameLine = ({ name, url }: MailSite) => `${name}\n${url}`;

function toText(block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'text':
    case 'note':
      return block.text;
    case 'section':
      return `${block.text}\n${'-'.repeat(Math.min(60, block.text.length))}`;
    case 'button':
    case 'link':
      return `${block.label}:\n${block.url}`;
    case 'quote':
      return block.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'home': {
      const priceLine = block.reason === null ? block.price : `${block.reason}: ${block.price}`;
      return [priceLine, block.title, block.line, block.url].join('\n');
    }
  }
}
