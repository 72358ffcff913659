/** docs/product/permissions.md is generated: `vitest run -u tests/repo/permissions.test.ts` updates it. */

import { expect, test } from 'vitest';
import { permissionTable } from '#server/http/endpoints/permission-matrix.fixture.ts';

const INTRODUCTION = `# Permissions

Which callers can use which endpoints. Everyone else gets 401 without a session, 403, or 404 if a record is hidden. Endpoints not listed are open to everyone; those for inquiries and tours also accept links from emails.

A listing, inquiry, or tour belongs to an agent ('its agent') and to that agent's office ('the office'). Endpoints for the caller's own records, such as saved homes or imports, return only those.
`;

test('the page matches the rules', async () => {
  await expect(`${INTRODUCTION}\n${permissionTable()}\n`).toMatchFileSnapshot(
    '../../docs/product/permissions.md',
  );
});
