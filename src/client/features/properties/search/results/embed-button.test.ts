import { expect, it } from 'vitest';
import { embedFilterOf } from './embed-button.tsx';

const office = { _id: '3', slug: 'hill-homes', name: 'Hill Homes' };

it.each([
  [{ role: 'agent', office: null, officeRole: null }, { agentId: '7' }],
  [{ role: 'agent', office, officeRole: 'member' }, { agentId: '7' }],
  [{ role: 'agent', office, officeRole: 'manager' }, { officeId: '3' }],
  [{ role: 'admin', office: null, officeRole: null }, {}],
] as const)('for %j, embeds listings with the filter %j', (user, filter) => {
  expect(embedFilterOf({ _id: '7', ...user })).toEqual(filter);
});
