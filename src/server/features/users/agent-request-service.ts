/** Requests to become an agent (docs/product/policies.md, Requests to become an agent). */

import { can } from '#shared/permissions.ts';
import { pagePaths } from '#shared/page-paths.ts';
import type { AgentRequestDecision, User } from '#shared/schemas/user.ts';
import { inActorTransaction } from '../../database/actor-transaction.ts';
import type { Database } from '../../database/database.ts';
import { AppError, forbidden, notFound } from '../../errors/app-error.ts';
import type { SignedIn } from '../../http/endpoints/authentication.ts';
import { addMail } from '../../jobs/mail-job.ts';
import { recordAudit } from '../audit/audit-service.ts';
import { addNotification } from '../notifications/notification-service.ts';
import { AGENT_REQUEST_MAIL } from './agent-request-mail.ts';
import { resolveAgentRequest, findUser, lockRoles } from './user-admin-repository.ts';
import { toUser } from './user-serializer.ts';

export type AgentRequestService = ReturnType<typeof createAgentRequestService>;

export function createAgentRequestService({ db, now }: { db: Database; now: () => Date }) {
  return {
    /**
     * Approves a request, which makes the user an agent, or declines it. Notifies the user.
     *
     * @throws AppError NOT_FOUND, FORBIDDEN, CONFLICT if there is no pending request
     */
    async decide(actor: SignedIn, id: string, body: AgentRequestDecision): Promise<User> {
      const { decision } = body;
      const reason = body.reason ?? '';
      return inActorTransaction(
        db,
        actor,
        async (transaction, current) => {
          if (!can(current, 'user:manage')) throw forbidden();
          const before = await findUser(transaction, id);
          if (before === undefined) throw notFound('User not found.');
          // Only one of several concurrent decisions succeeds.
          if (!(await resolveAgentRequest(transaction, id, { decision, reason }))) {
            throw new AppError('CONFLICT', 'This user has no pending request to become an agent.');
          }
          await recordAudit(transaction, actor, {
            action: 'user.agent_request_decided',
            entity: { kind: 'user', id, title: before.name },
            changes: {
              decision: [null, decision],
              ...(reason === '' ? {} : { reason: [null, reason] as const }),
            },
            now: now(),
          });
          await addNotification(transaction, {
            userId: id,
            kind: 'account',
            title:
              decision === 'approved'
                ? 'Your request to list homes was approved'
                : // Includes the reason because the email omits it if the address is not proven.
                  `Your request to list homes was declined${reason === '' ? '' : `: ${reason}`}`,
            link: decision === 'approved' ? pagePaths.overview() : pagePaths.profile(),
            createdAt: now(),
          });
          await addMail(transaction, {
            kind: AGENT_REQUEST_MAIL,
            to: { proof: 'account', userId: id },
            author: 'admin',
            cause: null,
            payload: { userId: id, decision },
            now: now(),
          });
          const after = await findUser(transaction, id);
          return toUser(after ?? before);
        },
        { before: lockRoles },
      );
    },
  };
}
