/**
 * Lists which callers can use which endpoints, according to the endpoint table and src/shared/permissions.ts.
 * permission-matrix.test.ts compares it with the server and with the table in docs/product/permissions.md.
 */

import { type EndpointName, endpoints } from '#shared/api-endpoints.ts';
import type { Endpoint } from '#shared/endpoints/endpoint.ts';
import { type Actor, can } from '#shared/permissions.ts';

const office = { _id: '1' };
const agent = (_id: string) => ({ _id, role: 'agent' }) as const;

/** The callers. The listing, inquiry, and tour belong to the 'assigned agent', who is a member of the office. */
export const CALLERS = {
  visitor: null,
  user: { _id: '10', role: 'user' },
  'another agent': agent('11'),
  'assigned agent': { ...agent('12'), office, officeRole: 'member' },
  'member of the office': { ...agent('13'), office, officeRole: 'member' },
  'manager of the office': { ...agent('14'), office, officeRole: 'manager' },
  'manager of another office': { ...agent('15'), office: { _id: '2' }, officeRole: 'manager' },
  'former member': agent('16'),
  admin: { _id: '17', role: 'admin' },
} as const satisfies Record<string, Actor>;
export type Caller = keyof typeof CALLERS;
export const CALLER_NAMES = Object.keys(CALLERS) as Caller[];

const OWNER = CALLERS['assigned agent'];
/** The record fields that access rules check. */
const RECORD_OWNERS = { agentId: OWNER._id, userId: OWNER._id, officeId: office._id };

/** Endpoints that are also open to holders of an emailed link, and whether a caller without the link can use them. */
const ALLOWED_WITHOUT_LINK: Partial<Record<EndpointName, (actor: Actor) => boolean>> = {
  getInquiry: (actor) =>
    can(actor, 'inquiry:answer', RECORD_OWNERS) || can(actor, 'inquiry:manage'),
  answerInquiry: (actor) => can(actor, 'inquiry:answer', RECORD_OWNERS),
  readInquiry: (actor) => can(actor, 'inquiry:answer', RECORD_OWNERS),
  getTour: (actor) => can(actor, 'tour:answer', RECORD_OWNERS),
  getTourCalendar: (actor) => can(actor, 'tour:answer', RECORD_OWNERS),
  changeTour: (actor) => can(actor, 'tour:answer', RECORD_OWNERS),
};

/** Returns whether a caller can use an endpoint on records of the 'assigned agent' or of the office. */
export function canCall(name: EndpointName, caller: Caller): boolean {
  const actor: Actor = CALLERS[caller];
  const { access }: Endpoint = endpoints[name];
  const isAllowed = ALLOWED_WITHOUT_LINK[name];
  if (isAllowed !== undefined) return isAllowed(actor);
  if (access === 'public') return true;
  // Rules that do not depend on a record ignore it.
  return (can as (actor: Actor, action: string, record: object) => boolean)(
    actor,
    access,
    RECORD_OWNERS,
  );
}

/** The endpoints that require a permission or an emailed link, in the order of the endpoint table. */
export const GUARDED_ENDPOINTS = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].access !== 'public' || ALLOWED_WITHOUT_LINK[name] !== undefined,
);

/** Returns whether access depends on the record's owner, not only on the role. */
export function dependsOnRecord(name: EndpointName): boolean {
  const agents = CALLER_NAMES.filter((caller) => CALLERS[caller]?.role === 'agent');
  return new Set(agents.map((caller) => canCall(name, caller))).size > 1;
}

/** Returns the table of docs/product/permissions.md. */
export function formatPermissionTable(): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['endpoint', ...CALLER_NAMES]),
    line(['endpoint', ...CALLER_NAMES].map(() => '---')),
    ...GUARDED_ENDPOINTS.map((name) => {
      const { method, path } = endpoints[name];
      const cells = CALLER_NAMES.map((caller) => (canCall(name, caller) ? 'yes' : ''));
      return line([`\`${method} ${path}\``, ...cells]);
    }),
  ].join('\n');
}
