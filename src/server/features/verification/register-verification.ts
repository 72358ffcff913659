import { endpoints } from '#shared/api-endpoints.ts';
import type { Database } from '../../database/database.ts';
import { validationFailed } from '../../errors/app-error.ts';
import type { ReceiveUpload } from '../../http/bodies/multipart.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import { createVerificationService } from './verification-service.ts';

/** Registers the endpoints for agent verification. */
export function registerVerification(
  register: RegisterEndpoint,
  options: { db: Database; now: () => Date; receiveUpload: ReceiveUpload },
): void {
  const service = createVerificationService(options);

  register(endpoints.setVerification, ({ actor, params, body }) =>
    service.set(actor, params.id, body),
  );

  register(endpoints.replaceLicenses, ({ actor, request }) =>
    options.receiveUpload(request, endpoints.replaceLicenses.files, ({ files: [file], signal }) => {
      if (file === undefined) {
        throw validationFailed([{ path: 'file', message: 'Please send a file.' }]);
      }
      return service.replaceList(actor, file.source, signal);
    }),
  );
}
