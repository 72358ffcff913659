/** Finds migrations whose statements would block readers or writers of a large table (decision 018). */

import { expect, test } from 'vitest';
import {
  type MigrationFile,
  readMigrationFiles,
  splitStatements,
} from '#server/database/migration-files.ts';

/** The last migration of the first release. Installations have no data until it has run. */
const LAST_MIGRATION_OF_FIRST_RELEASE = '0006_agent_price';

/** Matches `alter table`, and captures the table and the change. */
const ALTER_TABLE = /^alter table (?:if exists )?(?:only )?(?<table>\w+)\s+(?<change>[\s\S]*)$/i;

/** Statements that block readers or writers, with the safe alternative. */
const UNSAFE_STATEMENTS: { pattern: RegExp; unless?: RegExp; alternative: string }[] = [
  {
    pattern: /^create (unique )?index (?!concurrently)/i,
    alternative: 'create index concurrently, outside a transaction',
  },
  {
    pattern: /^drop index (?!concurrently)/i,
    alternative: 'drop index concurrently, outside a transaction',
  },
  {
    pattern: /\badd (constraint \w+ )?(check|foreign key)\b/i,
    unless: /\bnot valid$/i,
    alternative: 'not valid, and validate constraint in a file outside a transaction',
  },
  {
    pattern: /\badd (constraint \w+ )?(unique|primary key)\b/i,
    unless: /\busing index\b/i,
    alternative: 'a unique index built concurrently, then using index',
  },
  {
    pattern: /\balter (column )?\w+ (set data )?type\b/i,
    alternative: 'a new column, filled in batches',
  },
  {
    pattern: /\badd (column )?.*\b(generated always as \(|default [^,]*\()/i,
    alternative: 'a constant default, and values filled in batches',
  },
  {
    pattern: /^(update|delete from) /i,
    alternative: 'batches, each committed, outside a transaction',
  },
];

/** Returns the errors in a migration. Only tables from earlier migrations can contain rows. */
function findBlockingStatements(
  { name, text, isOutsideTransaction }: MigrationFile,
  earlierFiles: readonly MigrationFile[],
): string[] {
  const existedBefore = (table: string) =>
    earlierFiles.some((file) => new RegExp(`\\bcreate table ${table}\\b`, 'i').test(file.text));
  const statements = splitStatements(text.replaceAll(/--[^\n]*/g, ''));
  const violations = statements.flatMap((statement) => {
    const table =
      ALTER_TABLE.exec(statement)?.groups?.['table'] ??
      /\b(?:on|update|from) (?:only )?(?<table>\w+)/i.exec(statement)?.groups?.['table'];
    if (table !== undefined && !/^drop index/i.test(statement) && !existedBefore(table)) return [];
    return UNSAFE_STATEMENTS.filter(
      ({ pattern, unless }) => pattern.test(statement) && unless?.test(statement) !== true,
    ).map(({ alternative }) => `${statement.replaceAll(/\s+/g, ' ').slice(0, 60)}: ${alternative}`);
  });
  const builtIndexes = [...text.matchAll(/create (?:unique )?index concurrently (?<index>\w+)/gi)];
  const unsafeIndexes = builtIndexes.filter(
    ({ groups, index }) =>
      !text.slice(0, index).includes(`drop index concurrently if exists ${groups?.['index']};`),
  );
  const alteredTables = new Set(
    statements
      .flatMap((statement) => ALTER_TABLE.exec(statement)?.groups?.['table'] ?? [])
      .filter(existedBefore),
  );
  return [
    ...violations,
    ...(builtIndexes.length > 0 && !isOutsideTransaction
      ? ['an index is built concurrently inside a transaction']
      : []),
    ...unsafeIndexes.map(
      ({ groups }) =>
        `${groups?.['index']}: first drop the index in case an interrupted run left it`,
    ),
    ...(alteredTables.size > 1 && !isOutsideTransaction
      ? [`${[...alteredTables].join(' and ')}: alter one table per file`]
      : []),
  ].map((error) => `${name}: ${error}`);
}

test('no migration after the first release blocks readers or writers of a table with rows', async () => {
  const files = await readMigrationFiles();
  const errors = files
    .filter(({ name }) => name > LAST_MIGRATION_OF_FIRST_RELEASE)
    .flatMap((file) =>
      findBlockingStatements(
        file,
        files.filter(({ name }) => name < file.name),
      ),
    );
  expect(errors).toEqual([]);
  expect(files.map(({ name }) => name)).toContain(LAST_MIGRATION_OF_FIRST_RELEASE);
});

const migration = (text: string): MigrationFile => ({
  name: '9',
  text,
  isOutsideTransaction: text.startsWith('-- outside a transaction'),
});
const EARLIER_MIGRATIONS = [
  migration('create table homes (id bigint);'),
  migration('create table people (id bigint);'),
];

test.each([
  'create index homes_price on homes (price);',
  'drop index homes_price;',
  'create index concurrently homes_price on homes (price);',
  '-- outside a transaction\ncreate index concurrently homes_price on homes (price);',
  'alter table homes add constraint homes_price check (price > 0);',
  'alter table homes add foreign key (agent_id) references people (id);',
  'alter table homes add constraint homes_key unique (key);',
  'alter table homes alter column price type bigint;',
  'alter table homes add column made_at timestamptz default clock_timestamp();',
  'alter table homes add column total bigint generated always as (price * 2) stored;',
  'update homes set price = 1;',
  'delete from homes where price = 0;',
  'alter table homes add column a text; alter table people add column a text;',
])('rejects %s', (text) => {
  expect(findBlockingStatements(migration(text), EARLIER_MIGRATIONS)).not.toEqual([]);
});

test.each([
  '-- outside a transaction\ndrop index concurrently if exists homes_price;\ncreate index concurrently homes_price on homes (price);',
  "alter table homes add column kind text not null default 'House';",
  'alter table homes add constraint homes_price check (price > 0) not valid;',
  '-- outside a transaction\nalter table homes validate constraint homes_price;',
  'create table rooms (id bigint, home_id bigint references homes (id)); create index rooms_home on rooms (home_id);',
  '-- outside a transaction\ndo $$ begin loop update homes set kind = 1; commit; end loop; end $$;',
])('accepts %s', (text) => {
  expect(findBlockingStatements(migration(text), EARLIER_MIGRATIONS)).toEqual([]);
});
