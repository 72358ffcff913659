/** Creates the inquiry services and registers their endpoints. */

import type { Database } from '../../database/database.ts';
import type { RegisterEndpoint } from '../../http/endpoints/register-endpoint.ts';
import type { CreateLimiter, RateLimits } from '../../http/limits/rate-limits.ts';
import type { WorkQueues } from '../../http/limits/request-work.ts';
import { createAssignService } from './assign-service.ts';
import { createAskService } from './ask-service.ts';
import { registerInquiryRoutes } from './inquiry-routes.ts';
import { TOO_MANY_EXPORTS } from '../../http/limits/rate-limits.ts';
import type { EraseTours } from './inquiry-change-repository.ts';
import { createInquiryService } from './inquiry-service.ts';
import { createMessageCounter } from './open-inquiry-service.ts';

export function registerInquiries(
  register: RegisterEndpoint,
  options: {
    db: Database;
    createLimiter: CreateLimiter;
    rateLimits: RateLimits;
    queues: Pick<WorkQueues, 'personal'>;
    eraseTours: EraseTours;
    now: () => Date;
  },
): void {
  const { db, createLimiter, rateLimits, queues, eraseTours, now } = options;
  const changesPerAgent = createLimiter(
    'inquiry-changes',
    rateLimits.inquiryChangesPerAgent,
    'You have changed too many inquiries in the last hour. Please try again later.',
  );
  const countMessage = createMessageCounter(createLimiter, rateLimits);
  const inquiries = createInquiryService({
    db,
    countMessage,
    exportsPerAccount: createLimiter('export', rateLimits.exportsPerAccount, TOO_MANY_EXPORTS),
    changesPerAgent,
    eraseTours,
    now,
  });
  const questions = createAskService({
    db,
    questionsPerSender: createLimiter(
      'inquiry',
      rateLimits.inquiriesPerSender,
      'Too many questions were sent in the last hour. Please try again later.',
    ),
    countMessage,
    now,
  });
  registerInquiryRoutes(
    register,
    { ...inquiries, ...questions, ...createAssignService({ db, changesPerAgent, now }) },
    queues.personal,
  );
}
