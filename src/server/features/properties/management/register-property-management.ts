/** Creates the property management service and registers its endpoints. */

import type { Database } from '../../../database/database.ts';
import type { ReceiveUpload } from '../../../http/bodies/multipart.ts';
import type { RegisterEndpoint } from '../../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../../http/limits/rate-limits.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import { registerPropertyManagementRoutes } from './property-management-routes.ts';
import {
  type AnnounceReview,
  createPropertyManagementService,
} from './property-management-service.ts';

export function registerPropertyManagement(
  register: RegisterEndpoint,
  options: {
    db: Database;
    images: ImageStore;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    now: () => Date;
    receiveUpload: ReceiveUpload;
    announceReview: AnnounceReview;
  },
): void {
  const perAgent = options.createLimiter(
    'new-properties',
    options.rateLimits.newPropertiesPerAgent,
    'You have created too many listings in the last hour. Please try again later.',
  );
  const service = createPropertyManagementService({ ...options, perAgent });
  registerPropertyManagementRoutes(register, options.receiveUpload, service);
}
