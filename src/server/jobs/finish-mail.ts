import { randomBytes } from 'node:crypto';
import { pagePaths } from '#shared/page-paths.ts';
import type { Mail } from '../mail/mailer.ts';
import { renderMail } from '../mail/render-mail.ts';
import type { ComposedMail, JobContext } from './job-handler.ts';
import { insertProofToken, insertStopToken, type RecipientState } from './mail-proof-repository.ts';

/** How long a link that proves an address is valid. */
const PROOF_LINK_MS = 48 * 60 * 60 * 1000;

/**
 * Completes a composed email before sending. For recipients without an account, except the operator, and for unproven
 * addresses, it adds a link that stops all emails. If the email must not contain other users' text, it removes the reply
 * address and adds a link that lets account holders prove their address.
 */
export async function finishMail(
  composed: ComposedMail,
  { recipient, allowsUserText }: { recipient: RecipientState; allowsUserText: boolean },
  { db, now, site: readSite }: Pick<JobContext, 'db' | 'now' | 'site'>,
): Promise<Mail> {
  const { content, replyTo, calendar, unsubscribeUrl } = composed;
  const { address, userId, isProven, hash } = recipient;
  const site = await readSite();
  const blocks = [...content.blocks];
  const footer = [...(content.footer ?? [])];
  let stopUrl: string | undefined;
  if (userId !== null && !allowsUserText) {
    const token = newToken();
    const expiresAt = new Date(now.getTime() + PROOF_LINK_MS);
    await insertProofToken(db, { token, userId, address, now, expiresAt });
    blocks.push(
      {
        kind: 'note',
        text: 'Once you confirm this address, emails will contain the full messages.',
      },
      {
        kind: 'link',
        label: 'Confirm this email address',
        url: `${site.url}${pagePaths.confirmAlert(token)}`,
      },
    );
  }
  if (recipient.isStoppable && (userId === null || !isProven)) {
    const token = newToken();
    await insertStopToken(db, { token, hash, now });
    stopUrl = `${site.url}/api/unsubscribe?token=${token}`;
    const url = `${site.url}${pagePaths.stopEmails(token)}`;
    footer.push({ kind: 'link', label: 'Stop all emails from this site', url });
  }
  const listUnsubscribeUrl = unsubscribeUrl ?? stopUrl;
  return {
    to: address,
    ...(replyTo === undefined || !allowsUserText ? {} : { replyTo }),
    ...(calendar === undefined ? {} : { calendar }),
    ...(listUnsubscribeUrl === undefined ? {} : { unsubscribeUrl: listUnsubscribeUrl }),
    ...renderMail(site, { ...content, blocks, footer }),
  };
}

/** Creates an unguessable token of 256 bits. */
const newToken = () => randomBytes(32).toString('base64url');
