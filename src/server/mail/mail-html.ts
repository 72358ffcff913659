/**
 * Renders an email's HTML. It uses tables and inline styles because many clients support nothing
 * else, and dark colors where supported. It is readable without pictures or the stylesheet. It
 * contains only ASCII so that long links are not broken up in the raw message.
 */

import type { MailBlock, MailContent } from './mail-blocks.ts';
import type { MailSite } from './mail-site.ts';

const FONT = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const SERIF = "font-family:Fraunces,Georgia,'Times New Roman',serif";

/** The site's light colors; the dark colors are in the stylesheet below. */
const INK = '#231d17';
const SOFT = '#534b44';
const FAINT = '#6b635b';
const LINE = '#e0dcd4';
const PAPER = '#f3f0e9';
const SURFACE = '#fffdfa';
const CLAY = '#9a5031';
const CLAY_WASH = '#f8eadf';

const STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
img{border:0;display:block}
@media (max-width:480px){.pad{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.paper{background:#171411!important}.surface{background:#201d19!important;border-color:#35312c!important}
.ink{color:#ede9e1!important}.soft{color:#bfbab1!important}.faint{color:#9e9990!important}
.line{border-color:#35312c!important}.reason{background:#35241c!important;color:#e09e77!important}
}`;

/** Escapes text for HTML content and attributes, as ASCII. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']|[^\x20-\x7e\n\t]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    // Control characters are not allowed in HTML, even as character references.
    return code < 32 || code === 127 ? ' ' : `&#${code};`;
  });
}

const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>\n');

/** @throws Error for protocols other than http, https, and tel */
function escapeUrl(url: string): string {
  const { href, protocol } = new URL(url);
  if (!/^(https?|tel):$/.test(protocol))
    throw new Error('Emails can link only to web pages and phone numbers.');
  return escapeHtml(href);
}

/** Renders the content as an HTML page. */
export function renderHtml(site: MailSite, content: MailContent): string {
  const body = content.blocks.map((block) => toHtml(site, block)).join('\n');
  const footer = (content.footer ?? []).map((block) => toFooter(block)).join('\n');
  const name = escapeHtml(site.name);
  const logo =
    site.logoUrl === null
      ? ''
      : `<img src="${escapeUrl(site.logoUrl)}" width="28" height="28" alt="" style="display:inline-block;vertical-align:middle;margin-right:10px;border-radius:6px">`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(content.subject)}</title>
<style>${STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${PAPER}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${PAPER}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="pad" style="padding:0 32px 16px">
<a href="${escapeUrl(site.url)}" class="ink" style="${SERIF};font-size:20px;line-height:28px;font-weight:600;color:${INK};text-decoration:none">${logo}<span style="vertical-align:middle">${name}</span></a>
</td></tr>
<tr><td class="surface pad" style="background:${SURFACE};border:1px solid ${LINE};border-radius:12px;padding:32px 32px 12px">
${body}
</td></tr>
<tr><td class="pad" style="padding:20px 32px">
${footer}
<p class="faint" style="${FONT};margin:0;font-size:13px;line-height:20px;color:${FAINT}"><a href="${escapeUrl(site.url)}" class="faint" style="color:${FAINT}">${name}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function toHtml(site: MailSite, block: MailBlock): string {
  switch (block.kind) {
    case 'heading':
      return `<h1 class="ink" style="${SERIF};margin:0 0 16px;font-size:26px;line-height:32px;font-weight:600;color:${INK}">${escapeHtml(block.text)}</h1>`;
    case 'section':
      return `<h2 class="ink line" style="${FONT};margin:8px 0 16px;padding-top:20px;border-top:1px solid ${LINE};font-size:17px;line-height:24px;font-weight:600;color:${INK}">${escapeHtml(block.text)}</h2>`;
    case 'text':
      return `<p class="ink" style="${FONT};margin:0 0 20px;font-size:16px;line-height:25px;color:${INK}">${withBreaks(block.text)}</p>`;
    case 'note':
      return `<p class="faint" style="${FONT};margin:0 0 20px;font-size:14px;line-height:21px;color:${FAINT}">${withBreaks(block.text)}</p>`;
    case 'quote':
      return `<div class="soft line" style="${FONT};margin:0 0 20px;padding:4px 0 4px 16px;border-left:3px solid ${LINE};font-size:16px;line-height:25px;color:${SOFT}">${withBreaks(block.text)}</div>`;
    case 'button':
      return `<p style="${FONT};margin:4px 0 24px"><a href="${escapeUrl(block.url)}" style="${FONT};display:inline-block;background:${escapeHtml(site.accent)};color:#ffffff;font-size:16px;line-height:20px;font-weight:600;text-decoration:none;padding:13px 22px;border-radius:8px">${escapeHtml(block.label)}</a></p>`;
    case 'link':
      return `<p style="${FONT};margin:0 0 20px;font-size:16px;line-height:24px"><a href="${escapeUrl(block.url)}" class="ink" style="color:${INK}">${escapeHtml(block.label)}</a></p>`;
    case 'facts':
      return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 20px">${block.rows.map(toFact).join('')}</table>`;
    case 'home':
      return toHome(block);
  }
}

function toFact([name, value]: readonly [string, string]): string {
  const cell = `${FONT};padding:3px 16px 3px 0;font-size:15px;line-height:22px;vertical-align:top`;
  return `<tr><td class="faint" style="${cell};color:${FAINT}">${escapeHtml(name)}</td><td class="ink" style="${cell};color:${INK}">${withBreaks(value)}</td></tr>`;
}

function toHome(home: Extract<MailBlock, { kind: 'home' }>): string {
  const url = escapeUrl(home.url);
  const picture =
    home.imageUrl === null
      ? ''
      : `<a href="${url}"><img src="${escapeUrl(home.imageUrl)}" width="536" alt="" style="width:100%;max-width:536px;height:auto;aspect-ratio:4/3;object-fit:cover;border-radius:10px;margin-bottom:12px"></a>\n`;
  const reason =
    home.reason === null
      ? ''
      : `<span class="reason" style="${FONT};display:inline-block;background:${CLAY_WASH};color:${CLAY};font-size:13px;line-height:20px;font-weight:600;padding:1px 9px;border-radius:10px">${escapeHtml(home.reason)}</span><br>\n`;
  return `<div style="margin:0 0 28px">
${picture}${reason}<a href="${url}" class="ink" style="color:${INK};text-decoration:none"><span class="ink" style="${SERIF};font-size:20px;line-height:30px;font-weight:600;color:${INK}">${escapeHtml(home.price)}</span><br>
<span class="ink" style="${FONT};font-size:16px;line-height:24px;color:${INK};text-decoration:underline">${escapeHtml(home.title)}</span></a><br>
<span class="soft" style="${FONT};font-size:15px;line-height:22px;color:${SOFT}">${escapeHtml(home.line)}</span>
</div>`;
}

/** Renders a block in small print at the bottom. */
function toFooter(block: MailBlock): string {
  const style = `${FONT};margin:0 0 10px;font-size:13px;line-height:20px;color:${FAINT}`;
  if (block.kind === 'link' || block.kind === 'button') {
    return `<p class="faint" style="${style}"><a href="${escapeUrl(block.url)}" class="faint" style="color:${FAINT}">${escapeHtml(block.label)}</a></p>`;
  }
  if (!('text' in block)) throw new Error(`A footer cannot contain a ${block.kind}.`);
  return `<p class="faint" style="${style}">${withBreaks(block.text)}</p>`;
}
