/** Secrets and signatures (Standard Webhooks 1.0.0). */

import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const PREFIX = 'whsec_';

/** Creates a secret: `whsec_` and 32 random bytes as base64. */
export const createWebhookSecret = (): string =>
  PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Returns a message's Standard Webhooks headers, with one signature per secret. */
export function signMessage(
  message: { id: string; body: string; at: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
