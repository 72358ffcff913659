import { sql } from 'kysely';
import type { SiteOverrides } from '#shared/schemas/site.ts';
import type { Database } from '../../database/database.ts';
import type { StoredImage } from '../../storage/image-service.ts';

/** The site's settings as stored. */
export type StoredSite = {
  overrides: SiteOverrides;
  pictures: StoredImage[];
};

/**
 * Returns the stored settings.
 *
 * @param options.lock whether to block other changes until the transaction ends
 */
export async function findSite(
  db: Database,
  options: { lock?: boolean } = {},
): Promise<StoredSite> {
  if (options.lock === true) {
    await db
      .insertInto('site_settings')
      .defaultValues()
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const query = db.selectFrom('site_settings').select(['settings', 'pictures']);
  const row = await (options.lock === true ? query.forUpdate() : query).executeTakeFirst();
  return { overrides: row?.settings ?? {}, pictures: row?.pictures ?? [] };
}

/** Saves the settings. The caller must have locked the row. */
export async function saveSite(transaction: Database, site: StoredSite, at: Date): Promise<void> {
  await transaction
    .updateTable('site_settings')
    .set({
      settings: JSON.stringify(site.overrides),
      pictures: JSON.stringify(site.pictures),
      updated_at: at,
    })
    .execute();
}

/** Returns whether there is an agent who is not part of the demo data. */
export async function hasOwnAgent(db: Database): Promise<boolean> {
  const { rows } = await sql<{ has_agent: boolean }>`
    select exists (select from users where role = 'agent' and not is_demo) as has_agent`.execute(
    db,
  );
  return rows[0]?.has_agent ?? false;
}

/** Returns whether demo accounts still exist. */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const demo = db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1);
  return (await demo.executeTakeFirst()) !== undefined;
}

/** Returns whether the setup checklist was dismissed. */
export async function isSetupDismissed(db: Database): Promise<boolean> {
  const row = await db.selectFrom('site_settings').select('is_setup_dismissed').executeTakeFirst();
  return row?.is_setup_dismissed ?? false;
}

/** Dismisses the setup checklist. */
export async function dismissSetup(db: Database): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({ is_setup_dismissed: true })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ is_setup_dismissed: true }))
    .execute();
}
