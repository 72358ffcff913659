/** docs/product/permissions.md is generated: `vitest run -u tests/repo/permissions.test.ts` updates it. */

import { expect, test } from 'vitest';
import { permissionTable } from '#server/http/endpoints/permission-matrix.fixture.ts';

const INTRODUCTION = `# Permissions

Which callers can use which endpoints. Everyone else gets 401 without a session, 403, or 404 if a record is hidden. Endpoints not listed are open to everyone; those of inquiries and tours also accept the link of an email.

The listing, the inquiry, and the tour belong to an agent ('its agent') who is a member of an office; endpoints for an office concern that one. Endpoints for the caller's own records, such as saved homes or imports, return only these.
`;

test('the page matches the rules', async () => {
  await expect(`${INTRODUCTION}\n${permissionTable()}\n`).toMatchFileSnapshot(
    '../../docs/product/permissions.md',
  );
});
