import { sql } from 'kysely';
import type { SiteOverrides } from '#shared/schemas/site.ts';
import type { Database } from '../../database/database.ts';
import type { StoredImage } from '../../storage/image-service.ts';

/** The stored settings of the site. */
export type StoredSite = {
  overrides: SiteOverrides;
  pictures: StoredImage[];
};

/** @param options.lock holds back every other change until the transaction ends */
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

/** Writes the settings. The caller has locked the row. */
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

/** Whether anyone is an agent but those of the demo data. */
export async function hasOwnAgent(db: Database): Promise<boolean> {
  const { rows } = await sql<{ has_agent: boolean }>`
    select exists (select from users where role = 'agent' and not is_demo) as has_agent`.execute(
    db,
  );
  return rows[0]?.has_agent ?? false;
}

/** Whether anything of the demo data is left. */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const demo = db.selectFrom('users').select('id').where('is_demo', '=', true).limit(1);
  return (await demo.executeTakeFirst()) !== undefined;
}

/** Whether the list of first steps was put away. */
export async function isSetupDismissed(db: Database): Promise<boolean> {
  const row = await db.selectFrom('site_settings').select('is_setup_dismissed').executeTakeFirst();
  return row?.is_setup_dismissed ?? false;
}

/** Puts the list of first steps away. */
export async function dismissSetup(db: Database): Promise<void> {
  await db
    .insertInto('site_settings')
    .values({ is_setup_dismissed: true })
    .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ is_setup_dismissed: true }))
    .execute();
}
