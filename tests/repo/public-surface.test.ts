import { expect, test } from 'vitest';
import { readFiles } from './source-files.ts';

/**
 * The files and folders that can read or change unpublished listings. All others must read `public_properties` so that
 * drafts do not leak (docs/product/publishing.md, States).
 */
const ALLOWED_PATHS = [
  // These files are for agents and admins.
  'features/properties/property-serializer.ts',
  'features/export/',
  'features/properties/figures/figures-repository.ts',
  'features/properties/management/',
  'features/properties/publishing/',
  'features/properties/reassign/',
  'features/users/user-admin-repository.ts',
  'features/reports/report-repository.ts',
  'features/reviews/',
  'features/import/',
  'features/backup/',
  'features/demo/',
  // The account's own data, and homes with inquiries or tours, which only published homes receive.
  'features/accounts/profile/personal-data-repository.ts',
  'features/inquiries/inquiry-change-repository.ts',
  'features/tours/tour-repository.ts',
  'features/statistics/attention-repository.ts',
  // Homes of open houses and emails, which can be unpublished.
  'features/tours/open-houses/open-house-repository.ts',
  'jobs/mailed-homes/',
  // Sample listings of the email previews, which are rolled back.
  'process/previews/',
  // The last public state of a deleted listing.
  'features/webhooks/webhook-repository.ts',
];

const TABLE_REFERENCE =
  /`properties`|\b(?:from|join|update|into)\s+properties\b|(?:From|Join|Table|Into)\('properties\b/;

test('only the allowed files use `properties`, and each allowed path is needed', () => {
  const filesWithTable = readFiles(/^src\/server\/.*\.ts$/)
    .filter(({ file, text }) => !/\.(?:test|fixture)\.ts$/.test(file) && TABLE_REFERENCE.test(text))
    .map(({ file }) => file.replace('src/server/', ''));
  const isAllowed = (file: string) => ALLOWED_PATHS.some((part) => file.startsWith(part));
  expect(filesWithTable.filter((file) => !isAllowed(file))).toEqual([]);
  const unusedPaths = ALLOWED_PATHS.filter(
    (part) => !filesWithTable.some((file) => file.startsWith(part)),
  );
  expect(unusedPaths).toEqual([]);
});
