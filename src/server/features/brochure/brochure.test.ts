import { writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { startTestApp, type TestApp, type TestUser } from '#tests/helpers/test-app.ts';
import { createNoise } from '../../storage/image.fixture.ts';

let server: TestApp;
let agent: TestUser;
beforeAll(async () => {
  server = await startTestApp();
  agent = await server.addUser({ role: 'agent', name: 'Ann Ótheröne' });
  return () => server.close();
});

async function addHome(facts: Parameters<typeof buildPropertyForm>[0], pictures = 0) {
  const form = toFormData(buildPropertyForm(facts));
  for (let index = 0; index < pictures; index += 1) {
    const picture = await createNoise(900 + index, 600)
      .jpeg()
      .toBuffer();
    form.append('images', new Blob([Uint8Array.from(picture)]), `${index}.jpg`);
  }
  return (await server.ok(endpoints.createProperty, { as: agent, form }))._id;
}

async function getBrochure(id: string, query = '') {
  const response = await server.app.inject(`/api/properties/${id}/brochure.pdf${query}`);
  const pdf = response.rawPayload;
  if (process.env['BROCHURES'] !== undefined)
    writeFileSync(`${process.env['BROCHURES']}/${id}${query.replace('?', '-')}.pdf`, pdf);
  return { response, pdf, text: pdf.toString('latin1') };
}

const countPages = (text: string) => text.match(/\/Type \/Page\b/g)?.length;

describe('GET /properties/:id/brochure.pdf', () => {
  test('is one tagged page with a title, a language, and embedded fonts', async () => {
    const id = await addHome({ title: 'A house by the creek' }, 5);
    const { response, pdf, text } = await getBrochure(id);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/pdf');
    expect(response.headers['content-disposition']).toContain('inline');
    expect(pdf.subarray(0, 8).toString()).toBe('%PDF-1.7');
    expect(countPages(text)).toBe(1);
    expect(text).toContain('/Lang (en-US)');
    expect(text).toContain('(A house by the creek)');
    expect(text).toContain('/Marked true');
    expect(text).toContain('/StructTreeRoot');
    expect(text.match(/\/FontFile2/g)).toHaveLength(3);
    expect(text.match(/\/ToUnicode/g)).toHaveLength(3);
    expect(text.match(/\/DCTDecode/g)).toHaveLength(4);
    expect(text).toContain('/MediaBox [0 0 612 792]');
  });

  test('supports A4 and rejects other paper sizes', async () => {
    const id = await addHome({});
    expect((await getBrochure(id, '?paper=a4')).text).toContain('/MediaBox [0 0 595.28 841.89]');
    const error = await server.error(endpoints.getBrochure, {
      params: { id },
      query: { paper: 'a3' },
    });
    expect(error.status).toBe(400);
  });

  test.each<[string, Parameters<typeof buildPropertyForm>[0], number]>([
    ['no picture', {}, 0],
    [
      'a long title and description',
      {
        title: 'Many rooms '.repeat(18),
        description: 'It has a room. And another one!\n\n'.repeat(150),
      },
      4,
    ],
    ['one long word', { title: 'x'.repeat(200), description: 'y'.repeat(4_000) }, 1],
    [
      'letters from other scripts',
      {
        title: 'Casa Ñandú 🏡 Łódź Київ 東京',
        description: 'Kāneʻohe, Łódź, Київ. 東京の家。🏡 A house for all of them.',
      },
      1,
    ],
  ])('stays on one page with %s', async (_case, facts, pictures) => {
    const { response, text } = await getBrochure(await addHome(facts, pictures));
    expect(response.statusCode).toBe(200);
    expect(countPages(text)).toBe(1);
  });

  test('has the full title in its metadata and a heading font with all its letters', async () => {
    const countFonts = async (title: string) => {
      const { text } = await getBrochure(await addHome({ title }));
      return text.match(/\/FontFile2/g)?.length;
    };
    expect(await countFonts('A house in Kaneohe')).toBe(3);
    // The display font lacks the first letter of ʻohe.
    expect(await countFonts('A house in Kāneʻohe')).toBe(2);
    const { text } = await getBrochure(await addHome({ title: '東京の家です' }));
    expect(text).toContain(
      Buffer.from('\ufeff東京の家です', 'utf16le').swap16().toString('latin1'),
    );
  });

  test('never uses a floor plan as its cover', async () => {
    const form = toFormData(buildPropertyForm({ title: 'A house with plans' }));
    form.append(
      'images',
      new Blob([Uint8Array.from(await createNoise(900, 600).jpeg().toBuffer())]),
      'plan.jpg',
    );
    form.append('imageKinds', JSON.stringify({ 'new:0': 'floor_plan' }));
    const { _id } = await server.ok(endpoints.createProperty, { as: agent, form });
    const { text } = await getBrochure(_id);
    expect(text.match(/\/DCTDecode/g)).toHaveLength(1);
    expect(text).toContain('(Floor plan of A house with plans)');
    expect(text).not.toContain('Cover of');
  });

  test('is revalidated with 304 until the listing changes', async () => {
    const id = await addHome({ title: 'A house before' });
    const first = await getBrochure(id);
    const unchangedResponse = await server.app.inject({
      url: `/api/properties/${id}/brochure.pdf`,
      headers: { 'if-none-match': String(first.response.headers['etag']) },
    });
    expect(unchangedResponse.statusCode).toBe(304);
    await server.ok(endpoints.updateProperty, {
      as: agent,
      params: { id },
      form: toFormData(buildPropertyForm({ title: 'A house after' })),
    });
    expect((await getBrochure(id)).text).toContain('(A house after)');
  });

  test('returns 404 for an unknown listing', async () => {
    for (const id of ['999999', 'nonsense']) {
      const error = await server.error(endpoints.getBrochure, { params: { id } });
      expect(error.status).toBe(404);
      expect(error.headers['content-disposition']).toBeUndefined();
    }
  });
});
