import { describe, expect, test } from 'vitest';
import { endpoints } from '#shared/api-endpoints.ts';
import { startTestApp } from '#tests/helpers/test-app.ts';

describe('GET /settings/public', () => {
  test('returns only the rates and the map tile URL', async () => {
    const server = await startTestApp({
      publicSettings: {
        publicUrl: 'https://homes.example.org',
        mapTileUrl: 'https://tile.example.org/{z}/{x}/{y}.png',
        costRates: { mortgageRate: 5.875, propertyTaxRate: 0.9, homeInsuranceRate: 0 },
      },
    });
    expect(await server.ok(endpoints.getPublicSettings)).toEqual({
      mortgageRate: 5.875,
      propertyTaxRate: 0.9,
      homeInsuranceRate: 0,
      mapTileUrl: 'https://tile.example.org/{z}/{x}/{y}.png',
    });
    await server.close();
  });
});
