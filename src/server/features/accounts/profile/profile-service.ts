/** Lets users read and change their own accounts (docs/product/accounts.md, Profile). */

import { type PasswordChange, type Profile, profileFormSchema } from '#shared/schemas/user.ts';
import { inActorTransaction } from '../../../database/actor-transaction.ts';
import type { Database } from '../../../database/database.ts';
import { unauthenticated } from '../../../errors/app-error.ts';
import { parseOrThrow } from '../../../http/error-responses/parse.ts';
import type { SignedIn } from '../../../http/endpoints/authentication.ts';
import type { TextParts } from '../../../http/endpoints/register-endpoint.ts';
import {
  type IncomingImage,
  storeImages,
  type StoredImage,
  removeAfterFailure,
  removeUnusedImages,
} from '../../../storage/image-service.ts';
import type { ImageStore } from '../../../storage/image-store.ts';
import { findRecipient } from '../../../jobs/mail-proof-repository.ts';
import { handleAddressChange } from '../../saved-searches/confirmation-service.ts';
import { lockLicenseList, verifyAgain } from '../../verification/verification-service.ts';
import { recordRead } from '../../audit/audit-service.ts';
import { announceAccountChange } from '../../notifications/event-service.ts';
import { toProfile } from '../../users/user-serializer.ts';
import {
  type AccountRow,
  findAccount,
  updatePassword,
  updateProfile,
} from '../account-repository.ts';
import type { AuthLimits } from '../auth-limits.ts';
import { ACCOUNT_CHANGE_MAIL, addAccountChangeMail } from '../changed-mail.ts';
import { deleteLinksOf } from '../link-repository.ts';
import { type CheckOwnPassword, wrongPasswordError } from '../own-password.ts';
import type { Passwords } from '../password.ts';
import { deleteResetsOf } from '../reset/reset-repository.ts';
import { type PersonalRows, readPersonalData } from './personal-data-repository.ts';
import { deleteSessionsOf } from '../sessions/session-repository.ts';

/** The profile form as received: unvalidated text fields, and the new picture, if any. */
export type IncomingProfile = {
  fields: unknown;
  avatar: IncomingImage | undefined;
  /** Aborted once changes are no longer allowed, see `Upload`. */
  signal: AbortSignal;
};

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService(options: {
  db: Database;
  images: ImageStore;
  passwords: Passwords;
  checkOwnPassword: CheckOwnPassword;
  limits: AuthLimits;
  now: () => Date;
}) {
  const { db, images, passwords, checkOwnPassword, limits, now } = options;

  /** Changes the user's account under a lock; fails if the user has signed out in the meantime. */
  function changeOwn<T>(
    actor: SignedIn,
    change: (transaction: Database, account: AccountRow) => Promise<T>,
    options: { before?: (transaction: Database) => Promise<void> } = {},
  ): Promise<T> {
    return inActorTransaction(
      db,
      actor,
      async (transaction) => {
        const account = await findAccount(transaction, actor._id);
        if (account === undefined) throw unauthenticated();
        return change(transaction, account);
      },
      options,
    );
  }

  return {
    /** @throws AppError UNAUTHENTICATED if the account was deleted */
    async read(actor: SignedIn): Promise<Profile> {
      const account = await findAccount(db, actor._id);
      if (account === undefined) throw unauthenticated();
      return toProfile(account);
    },

    /**
     * @param clientKey the client's rate limit key
     * @throws AppError VALIDATION_FAILED, EMAIL_TAKEN, TOO_MANY_REQUESTS, UNSUPPORTED_TYPE,
     *   TOO_LARGE, UNAVAILABLE, CLIENT_GONE; in these cases, nothing is changed or stored
     */
    async change(actor: SignedIn, incoming: IncomingProfile, clientKey: string): Promise<Profile> {
      const form = parseOrThrow(profileFormSchema, incoming.fields);
      if (!isSameEmail(actor.email, form.email ?? actor.email)) {
        // Rejected changes count too, before the response reveals whether the email address is
        // taken.
        await limits.emailChangesPerAccount.consume(actor._id);
        await limits.emailChangesPerIp.consume(clientKey);
      }
      let hasLicense = false;
      const avatars = incoming.avatar === undefined ? [] : [incoming.avatar];
      const stored: StoredImage[] = await storeImages(images, avatars, {
        kind: 'avatar',
        uploader: actor.requester,
        signal: incoming.signal,
      });
      const storedKeys = stored.map(({ key }) => key);
      try {
        incoming.signal.throwIfAborted();
        const { before, after } = await changeOwn(
          actor,
          async (transaction, account) => {
            const { name = account.name, email = account.email } = form;
            if (!isSameEmail(account.email, email)) {
              // A link is valid only for the email address it was sent to.
              await deleteResetsOf(transaction, account.id);
              await deleteLinksOf(transaction, account.id);
              await notifyPreviousAddress(transaction, account, now());
            }
            const [avatarKey] = storedKeys;
            const values = { ...form, name, email };
            const updatedAccount = await updateProfile(transaction, account.id, values, avatarKey);
            if (updatedAccount.email !== account.email) {
              await handleAddressChange(transaction, actor, now());
            }
            await verifyAgain(transaction, actor, {
              isChanged:
                updatedAccount.name !== account.name ||
                updatedAccount.license_number !== account.license_number ||
                updatedAccount.license_state !== account.license_state,
              hasLicense,
              now: now(),
            });
            // Other open pages show and prefill the account's name and email address.
            await announceAccountChange(transaction, [account.id], now());
            const verifiedAccount = await findAccount(transaction, account.id);
            return { before: account, after: verifiedAccount ?? updatedAccount };
          },
          {
            before: async (transaction) => {
              const account = await findAccount(transaction, actor._id);
              hasLicense = Boolean(form.licenseNumber ?? account?.license_number);
              if (hasLicense) await lockLicenseList(transaction);
            },
          },
        );
        const isReplaced = before.avatar_key !== after.avatar_key;
        if (before.avatar_key !== null && isReplaced) {
          // The change is committed. If this fails, the periodic sweep removes the previous picture.
          await removeUnusedImages(db, images, [before.avatar_key]).catch(() => undefined);
        }
        return toProfile(after);
      } catch (error) {
        await removeAfterFailure(db, images, storedKeys, error);
        throw error;
      }
    },

    /**
     * Returns the data stored about the user as chunks of JSON.
     *
     * @throws AppError TOO_MANY_REQUESTS
     */
    async readData(actor: SignedIn): Promise<TextParts> {
      await limits.exportsPerAccount.consume(actor._id);
      // Not `inActorTransaction`: a read must not wait for the account's changes while it holds a slot.
      await recordRead(db, actor, {
        action: 'user.data_exported',
        entity: { kind: 'user', id: actor._id, title: actor.name },
        now: now(),
      });
      return toJsonParts(readPersonalData(db, actor._id));
    },

    /**
     * Sets a new password and ends the user's other sessions. Deletes password reset links and the
     * links to the user's conversations and tours. Notifies the user by email.
     *
     * @throws AppError WRONG_PASSWORD, TOO_MANY_REQUESTS after too many failures
     */
    async changePassword(
      actor: SignedIn,
      { currentPassword, newPassword }: PasswordChange,
    ): Promise<void> {
      const checkedHash = await checkOwnPassword(actor, currentPassword);
      const passwordHash = await passwords.hash(newPassword, actor.requester);
      await changeOwn(actor, async (transaction, account) => {
        // A concurrent change may have replaced the password.
        if (account.password_hash !== checkedHash) throw wrongPasswordError();
        await updatePassword(transaction, account.id, passwordHash);
        await deleteSessionsOf(transaction, account.id, actor.tokenHash);
        await deleteResetsOf(transaction, account.id);
        await deleteLinksOf(transaction, account.id);
        await addAccountChangeMail(transaction, {
          change: 'password',
          userId: account.id,
          now: now(),
        });
      });
    },
  };
}

/** Serializes parts and their rows as one JSON object, a few rows at a time. */
async function* toJsonParts(parts: AsyncGenerator<PersonalRows, void>): TextParts {
  let current: string | undefined;
  let hasRows = false;
  for await (const { part, rows } of parts) {
    if (part !== current) {
      yield `${current === undefined ? '{' : '],'}${JSON.stringify(part)}:[`;
      hasRows = false;
    }
    current = part;
    const text = rows.map((row) => JSON.stringify(row)).join(',');
    yield hasRows && text !== '' ? `,${text}` : text;
    hasRows ||= rows.length > 0;
  }
  yield ']}';
}

/** Notifies a proven previous address that the account no longer uses it. */
async function notifyPreviousAddress(
  transaction: Database,
  { id, email: address }: AccountRow,
  now: Date,
): Promise<void> {
  const account = { proof: 'account', userId: id } as const;
  const recipient = await findRecipient(transaction, account, ACCOUNT_CHANGE_MAIL);
  if (recipient?.isProven !== true) return;
  await addAccountChangeMail(transaction, {
    change: 'email',
    userId: id,
    to: { proof: 'address', address },
    now,
  });
}

const isSameEmail = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
