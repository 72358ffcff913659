/** docs/product/permissions.md is generated: `vitest run -u tests/repo/permissions.test.ts` updates it. */

import { expect, test } from 'vitest';
import { formatPermissionTable } from '#server/http/endpoints/permission-matrix.fixture.ts';

const INTRODUCTION = `# Permissions

The table shows which callers can use each endpoint. All other callers get 401 without a session, 404 if the record is hidden from them, and otherwise 403. Endpoints not listed are open to everyone. With the token of a link instead of a session, the sender of an inquiry can read and answer it, and the visitor who booked a tour can read and change it.

A listing, inquiry, or tour belongs to an agent ('assigned agent') and to that agent's office ('the office'). Endpoints for the caller's own records, such as saved homes or imports, return only the caller's records.
`;

test('the permissions page matches the access rules', async () => {
  await expect(`${INTRODUCTION}\n${formatPermissionTable()}\n`).toMatchFileSnapshot(
    '../../docs/product/permissions.md',
  );
});
