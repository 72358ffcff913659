/** Creates the office services and registers their endpoints. */

import type { Database } from '../../database/database.ts';
import type { ReceiveUpload } from '../../http/bodies/multipart.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { ImageStore } from '../../storage/image-store.ts';
import { createOfficeMemberService } from './office-member-service.ts';
import { registerOfficeRoutes } from './office-routes.ts';
import { createOfficeService } from './office-service.ts';

export function registerOffices(
  register: RegisterEndpoint,
  options: {
    db: Database;
    readDb: Database;
    images: ImageStore;
    now: () => Date;
    receiveUpload: ReceiveUpload;
  },
): void {
  registerOfficeRoutes(register, options.receiveUpload, {
    offices: createOfficeService(options),
    members: createOfficeMemberService(options),
  });
}
