/** docs/product/permissions.md is generated: `vitest run -u tests/repo/permissions.test.ts` updates it. */

import { expect, test } from 'vitest';
import { permissionTable } from '#server/http/endpoints/permission-matrix.fixture.ts';

const INTRODUCTION = `# Permissions

Who may make which call. Everyone else gets 401 without a session, 403, or 404 where a record is hidden. Calls that are not listed are open to everyone; those of inquiries and tours are open to the link of an email, too.

The listing, the inquiry, and the tour are of an agent ('its agent') who is a member of an office; calls about an office are about that one. Calls about one's own things, such as saved homes or imports, find these alone.
`;

test('the page matches the rules', async () => {
  await expect(`${INTRODUCTION}\n${permissionTable()}\n`).toMatchFileSnapshot(
    '../../docs/product/permissions.md',
  );
});
