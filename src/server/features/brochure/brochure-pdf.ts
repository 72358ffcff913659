/**
 * Draws a listing as a one-page PDF. Tags and embedded fonts allow its text to be selected and read
 * aloud (docs/product/listings.md, Brochure).
 */

import PDFDocument from 'pdfkit';
import qrcode from 'qrcode-generator';
import type { BrochurePaper } from '#shared/schemas/brokerage/brochure.ts';
import { truncateAtSentence, truncateLines } from './wrap-text.ts';
import type { BrochureContent } from './brochure-content.ts';
import { createGlyphTest, type Font, FONTS } from './brochure-fonts.ts';
import { GAP, MARGIN, PAPERS, pictureSizes } from './brochure-paper.ts';
import { hasAllGlyphs, toPrintable } from './printable-text.ts';

const QR_CODE_SIDE = 78;
const FOOTER_HEIGHT = 112;

const COLORS = { ink: '#211c17', soft: '#5b534b', line: '#ded8cf' } as const;
const DEFAULT_ACCENT = '#1a5238';
/** Replaces a description in a script that the fonts do not support. */
const DESCRIPTION_ONLINE = 'Scan the QR code below to read the full description online.';

type Style = { font: Font; size: number; color?: string; leading?: number };

/** JPEGs from `readJpeg`: the cover, and up to three more. */
export type BrochurePictures = { cover: Buffer | null; others: { jpeg: Buffer; alt: string }[] };

/** @returns the file's content */
export async function drawBrochure(
  content: BrochureContent,
  pictures: BrochurePictures,
  paper: BrochurePaper,
): Promise<Buffer> {
  const [pageWidth, pageHeight] = PAPERS[paper];
  const doc = new PDFDocument({
    size: [pageWidth, pageHeight],
    // Margins would cause automatic page breaks.
    margin: 0,
    autoFirstPage: true,
    tagged: true,
    pdfVersion: '1.7',
    lang: 'en-US',
    displayTitle: true,
    info: { Title: content.title, Author: content.siteName, Creator: content.siteName },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => {
    doc.on('end', resolve);
    doc.on('error', reject);
  });
  for (const [name, file] of Object.entries(FONTS)) doc.registerFont(name, file);
  const makePrintable = (text: string) => toPrintable(text, createGlyphTest(doc, 'text'));
  const address = content.addressParts.map(makePrintable).filter(Boolean).join(', ');
  const title = makePrintable(content.title) || address;

  const width = pageWidth - 2 * MARGIN;
  const accent = content.accent ?? DEFAULT_ACCENT;
  const root = doc.struct('Document');
  doc.addStructure(root);

  const applyStyle = ({ font, size, color = COLORS.ink }: Style) =>
    doc.font(font).fontSize(size).fillColor(color);
  const measureIn = (style: Style) => {
    applyStyle(style);
    return (text: string) => doc.widthOfString(text);
  };
  /** Draws lines as one element and returns their height. */
  function drawLines(
    tag: 'H1' | 'H2' | 'P',
    lines: readonly string[],
    x: number,
    y: number,
    style: Style,
  ) {
    const leading = style.leading ?? style.size * 1.3;
    root.add(
      doc.struct(tag, {}, () => {
        applyStyle(style);
        for (const [index, line] of lines.entries()) {
          // The space separates words of adjacent lines when text is extracted without positions.
          if (line !== '') doc.text(`${line} `, x, y + index * leading, { lineBreak: false });
        }
      }),
    );
    return lines.length * leading;
  }
  function drawArtifact(draw: () => void) {
    doc.markContent('Artifact', { type: 'Layout' });
    draw();
    doc.endMarkedContent();
  }
  const drawRule = (y: number) =>
    drawArtifact(() => {
      doc
        .moveTo(MARGIN, y)
        .lineTo(pageWidth - MARGIN, y)
        .lineWidth(0.75)
        .stroke(COLORS.line);
    });
  function drawPicture(
    jpeg: Buffer,
    alt: string,
    x: number,
    y: number,
    size: { width: number; height: number },
  ) {
    root.add(doc.struct('Figure', { alt }, [() => doc.image(jpeg, x, y, size)]));
  }

  // The letterhead.
  let y = 30;
  drawLines('P', [makePrintable(content.siteName)], MARGIN, y, {
    font: 'bold',
    size: 11,
    color: accent,
  });
  const status = { font: 'bold', size: 11, color: accent } as const;
  drawLines(
    'P',
    [content.status],
    pageWidth - MARGIN - measureIn(status)(content.status),
    y,
    status,
  );
  y += 22;

  const sizes = pictureSizes(paper);
  if (pictures.cover === null) {
    drawRule(y);
    y += 18;
  } else {
    drawPicture(pictures.cover, content.coverAlt, MARGIN, y, sizes.cover);
    y += sizes.cover.height + GAP;
  }
  for (const [index, { jpeg, alt }] of pictures.others.entries()) {
    drawPicture(jpeg, alt, MARGIN + index * (sizes.other.width + GAP), y, sizes.other);
  }
  y += pictures.others.length > 0 ? sizes.other.height + 16 : 8;

  const font = hasAllGlyphs(title, createGlyphTest(doc, 'display')) ? 'display' : 'bold';
  const heading = { font, size: 22, leading: 26 } as const;
  y += drawLines('H1', truncateLines(title, 2, width, measureIn(heading)), MARGIN, y, heading) + 4;
  const price = { font: 'bold', size: 16 } as const;
  drawLines('P', [content.price], MARGIN, y, price);
  const priceWidth = measureIn(price)(content.price) + 14;
  const soft = { font: 'text', size: 11, color: COLORS.soft } as const;
  const addressLines = truncateLines(address, 2, width - priceWidth, measureIn(soft));
  y += Math.max(22, drawLines('P', addressLines, MARGIN + priceWidth, y + 4, soft) + 4) + 4;

  // The key figures, four per row.
  drawRule(y);
  y += 10;
  const cellWidth = width / 4;
  const label = { font: 'text', size: 8.5, color: COLORS.soft } as const;
  const figure = { font: 'bold', size: 11 } as const;
  for (const [index, { name, value }] of content.figures.entries()) {
    const x = MARGIN + (index % 4) * cellWidth;
    const top = y + Math.floor(index / 4) * 32;
    drawLines('P', [name], x, top, label);
    drawLines('P', truncateLines(value, 1, cellWidth - 8, measureIn(figure)), x, top + 11, figure);
  }
  y += Math.ceil(content.figures.length / 4) * 32;
  drawRule(y);
  y += 12;

  const bottom = pageHeight - MARGIN - FOOTER_HEIGHT;
  const body = { font: 'text', size: 9.5, leading: 14 } as const;
  const maxLines = Math.floor((bottom - 10 - y) / body.leading);
  const description = makePrintable(content.description).replaceAll(/\n{3,}/g, '\n\n');
  const text = truncateAtSentence(
    description || DESCRIPTION_ONLINE,
    maxLines,
    width,
    measureIn(body),
  );
  if (text.length > 0) drawLines('P', text, MARGIN, y, body);

  drawRule(bottom);
  const x = pageWidth - MARGIN - QR_CODE_SIDE;
  root.add(
    doc.struct('Figure', { alt: `QR code for ${content.url}` }, [
      () => drawQrCode(doc, content.url, x, bottom + 10),
    ]),
  );
  const textWidth = width - QR_CODE_SIDE - 20;
  let contactY = bottom + 10;
  const nameStyle = { font: 'bold', size: 11 } as const;
  const labelStyle = { font: 'text', size: 9, color: COLORS.soft } as const;
  contactY += drawLines('P', [content.agentLabel], MARGIN, contactY, labelStyle);
  const name = makePrintable(content.agentName);
  if (name !== '')
    contactY += drawLines(
      'H2',
      truncateLines(name, 1, textWidth, measureIn(nameStyle)),
      MARGIN,
      contactY,
      nameStyle,
    );
  for (const { text: raw, url } of content.contact) {
    const contact = makePrintable(raw);
    if (contact === '') continue;
    const lines = truncateLines(contact, 1, textWidth, measureIn(labelStyle));
    const height = drawLines('P', lines, MARGIN, contactY, labelStyle);
    if (url !== undefined)
      doc.link(MARGIN, contactY, Math.min(textWidth, measureIn(labelStyle)(contact)), height, url);
    contactY += height;
  }
  const urlTop = bottom + 10 + QR_CODE_SIDE;
  const link = { font: 'text', size: 8, color: COLORS.soft } as const;
  const linkText = `Full details, photos, and map: ${content.url}`;
  drawLines('P', truncateLines(linkText, 1, width, measureIn(link)), MARGIN, urlTop + 6, link);
  if (content.hasEqualHousing) {
    const mark = 'Equal Housing Opportunity';
    const start = x - 20 - measureIn(link)(mark);
    root.add(
      doc.struct('Figure', { alt: mark }, [() => drawEqualHousing(doc, start - 16, urlTop - 12)]),
    );
    drawLines('P', [mark], start, urlTop - 9, link);
  }

  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Draws a listing's URL as a QR code (ISO/IEC 18004). The blank space around it is its quiet zone. */
function drawQrCode(doc: PDFKit.PDFDocument, url: string, x: number, y: number): void {
  const code = qrcode(0, 'M');
  code.addData(url);
  code.make();
  const count = code.getModuleCount();
  const side = QR_CODE_SIDE / count;
  for (let row = 0; row < count; row += 1) {
    for (let column = 0; column < count; column += 1) {
      if (!code.isDark(row, column)) continue;
      const start = column;
      // Draws adjacent dark squares as one bar because separate squares would show thin gaps on
      // paper.
      while (column + 1 < count && code.isDark(row, column + 1)) column += 1;
      doc.rect(x + start * side, y + row * side, (column - start + 1) * side, side);
    }
  }
  doc.fill('#000000');
}

/** Draws the Equal Housing Opportunity mark: a house with an equals sign, 12 points wide. */
function drawEqualHousing(doc: PDFKit.PDFDocument, x: number, y: number): void {
  doc.polygon([x, y + 5], [x + 6, y], [x + 12, y + 5], [x + 12, y + 12], [x, y + 12]);
  doc.rect(x + 3, y + 5.5, 6, 1.6).rect(x + 3, y + 8.5, 6, 1.6);
  doc.fillColor(COLORS.ink).fill('even-odd');
}
