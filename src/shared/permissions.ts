/**
 * The table of permissions. An endpoint names its rule in `access`, services check it again for the record inside the
 * writing transaction, and screens use it to decide what to show.
 */

import type { OfficeRole } from './schemas/agent-office.ts';
import type { Role } from './schemas/user.ts';

/** The user who acts; null is a visitor. */
export type Actor = {
  _id: string;
  role: Role;
  office?: { _id: string } | null;
  officeRole?: OfficeRole | null;
} | null;

type User = NonNullable<Actor>;
type Rule<Record> = {
  /** The minimum role: user, agent, or admin. */
  role: Role;
  /** For rules about records: whether a user with a sufficient role may act on this one. */
  allows?: (user: User, record: Record) => boolean;
};

/** Returns the office that a user manages; null for everyone else. */
export const managedOffice = ({ office, officeRole }: User): string | null =>
  officeRole === 'manager' && office ? office._id : null;

/** Returns whether a user manages an office; false for null. */
const manages = (user: User, { officeId }: { officeId: string | null }) =>
  officeId !== null && managedOffice(user) === officeId;

/** A listing, by its agent and the agent's office. */
type OwnedListing = { agentId: string; officeId: string | null };

const isOwnListing = (user: User, listing: OwnedListing) =>
  user.role === 'admin' || user._id === listing.agentId || manages(user, listing);

/** An inquiry or a tour, by its agent and the agent's office; null once that account is deleted. */
type Received = { agentId: string | null; officeId: string | null };

const isReceiver = (user: User, received: Received) =>
  user._id === received.agentId || manages(user, received);

const RULES = {
  'session:end': { role: 'user' },
  'profile:change': { role: 'user' },
  'dashboard:open': { role: 'agent' },
  'property:create': { role: 'agent' },
  'property:import': { role: 'agent' },
  'property:list-own': { role: 'agent' },
  /** Its agent while still an agent, a manager of the agent's office, or an admin. */
  'property:change': { role: 'agent', allows: isOwnListing },
  'figures:read': { role: 'agent', allows: isOwnListing },
  /** A manager of the office that both agents are in, or an admin. */
  'property:reassign': {
    role: 'agent',
    allows: (user: User, agent: { officeId: string | null }) =>
      user.role === 'admin' || manages(user, agent),
  },
  'property:list-all': { role: 'admin' },
  'user:manage': { role: 'admin' },
  /** Opening and closing offices, and managing their members. */
  'office:manage': { role: 'admin' },
  /** Its managers, or an admin. */
  'office:change': {
    role: 'agent',
    allows: (user: User, office: { officeId: string }) =>
      user.role === 'admin' || manages(user, office),
  },
  /** The member, the office's managers, or an admin. */
  'office:leave': {
    role: 'agent',
    allows: (user: User, member: { officeId: string; userId: string }) =>
      user.role === 'admin' || user._id === member.userId || manages(user, member),
  },
  'message:manage': { role: 'admin' },
  'site:manage': { role: 'admin' },
  'audit:read': { role: 'admin' },
  'policy:manage': { role: 'admin' },
  'review:manage': { role: 'admin' },
  'license:manage': { role: 'admin' },
  'api-key:manage': { role: 'admin' },
  'webhook:manage': { role: 'admin' },
  'source:manage': { role: 'admin' },
  'stats:site': { role: 'admin' },
  'stats:own': { role: 'agent' },
  'notification:read': { role: 'user' },
  'inquiry:list-sent': { role: 'user' },
  'inquiry:list-received': { role: 'agent' },
  /** Its agent while still an agent, or a manager of the agent's office. */
  'inquiry:answer': { role: 'agent', allows: isReceiver },
  /** A manager of the office that both agents are in, or an admin. */
  'inquiry:assign': {
    role: 'agent',
    allows: (user: User, agent: { officeId: string | null }) =>
      user.role === 'admin' || manages(user, agent),
  },
  'inquiry:manage': { role: 'admin' },
  'report:manage': { role: 'admin' },
  /** The queue of background work. */
  'job:manage': { role: 'admin' },
  /** An agent's hours, and the tours that they give. */
  'tour:give': { role: 'agent' },
  /** A tour's agent while still an agent, or a manager of the agent's office. */
  'tour:answer': { role: 'agent', allows: isReceiver },
  /** The tours that a user has booked. */
  'tour:take': { role: 'user' },
  /** The agent of the home while still an agent, a manager of the agent's office, or an admin. */
  'open-house:change': { role: 'agent', allows: isOwnListing },
  'search:save': { role: 'user' },
  'favorite:manage': { role: 'user' },
  'shortlist:use': { role: 'user' },
} as const satisfies Record<string, Rule<never>>;

type Rules = typeof RULES;
/** The name of a rule, `noun:verb`. */
export type Action = keyof Rules;
type RecordOf<A extends Action> = Rules[A] extends {
  allows: (user: User, record: infer R) => boolean;
}
  ? [record: R]
  : [];

/** The names of all rules, for the test that finds unused ones. */
export const ACTIONS = Object.keys(RULES) as Action[];

const RANK: Record<Role, number> = { user: 0, agent: 1, admin: 2 };

/** Returns the minimum role of a rule. */
export const minRole = (action: Action): Role => RULES[action].role;

/**
 * Returns whether the user's role is sufficient for an action, regardless of the record. Enough to call an endpoint,
 * but never to change a record whose rule depends on it.
 */
export function hasRoleFor(actor: Actor, action: Action): boolean {
  return actor !== null && RANK[actor.role] >= RANK[RULES[action].role];
}

/**
 * Returns whether a user may perform an action.
 *
 * @param record the record acted on; required by the types if and only if the rule depends on records
 */
export function can<A extends Action>(actor: Actor, action: A, ...record: RecordOf<A>): boolean {
  if (actor === null || !hasRoleFor(actor, action)) return false;
  const rule: Rule<never> = RULES[action];
  // `record` has the type that this rule takes: RecordOf reads it from the rule.
  return rule.allows === undefined || rule.allows(actor, record[0] as never);
}

/**
 * Returns the agent who may still read what visitors write to them, for all emails, notifications, and events: null
 * once the account was deleted or demoted to user.
 */
export function readingAgent(agentId: string | null, role: Role | null): string | null {
  if (agentId === null || role === null) return null;
  const received = { agentId, officeId: null };
  return can({ _id: agentId, role }, 'inquiry:answer', received) ? agentId : null;
}
