import type { ContactForm } from '#shared/schemas/contact-message.ts';
import type { Database } from '../../database/database.ts';

/** Keeps a message, unread. */
export async function insertMessage(db: Database, message: ContactForm): Promise<void> {
  await db.insertInto('contact_messages').values(message).execute();
}
