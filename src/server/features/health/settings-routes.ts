import { endpoints } from '#shared/api-endpoints.ts';
import type { CostRates } from '#shared/monthly-cost.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';

/** `GET /api/settings/public`: the installation's public settings. */
export function registerSettingsRoutes(
  register: RegisterEndpoint,
  { costRates, mapTileUrl }: { costRates: CostRates; mapTileUrl: string },
): void {
  register(endpoints.getPublicSettings, async () => ({ ...costRates, mapTileUrl }));
}
