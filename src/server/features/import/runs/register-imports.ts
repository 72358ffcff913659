/** Creates the import service and registers its endpoints. */

import type { Database } from '../../../database/database.ts';
import type { ReceiveUpload } from '../../../http/bodies/multipart.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../../http/limits/rate-limits.ts';
import { registerImportRunRoutes } from './import-run-routes.ts';
import { createImportRunService } from './import-run-service.ts';

export function registerImports(
  register: RegisterEndpoint,
  options: {
    db: Database;
    importFolder: string;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    receiveUpload: ReceiveUpload;
  },
): void {
  const perAccount = options.createLimiter(
    'imports',
    options.rateLimits.importsPerAccount,
    'You have imported too many files in the last hour. Please try again later.',
  );
  const service = createImportRunService({ ...options, perAccount });
  registerImportRunRoutes(register, options.receiveUpload, service);
}
