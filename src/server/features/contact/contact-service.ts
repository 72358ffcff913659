import type { ContactForm } from '#shared/schemas/contact-message.ts';
import type { Database } from '../../database/database.ts';
import type { Limiter } from '../../http/rate-limits.ts';
import { insertMessage } from './contact-repository.ts';

export type ContactService = ReturnType<typeof createContactService>;

/**
 * Messages from the contact page.
 *
 * @param perAddress counts the messages of one IP address (interface: Messages)
 */
export function createContactService(db: Database, perAddress: Limiter) {
  return {
    /**
     * Keeps a message.
     *
     * @param address key of where it comes from, see addressKey
     * @throws AppError TOO_MANY_REQUESTS
     */
    async send(message: ContactForm, address: string): Promise<void> {
      await perAddress.consume(address);
      try {
        await insertMessage(db, message);
      } catch (error) {
        await perAddress.giveBack(address).catch(() => undefined);
        throw error;
      }
    },
  };
}
