/**
 * The permission rules. An endpoint names its rule in `access`, services check it again for the record inside the
 * writing transaction, and pages use it to decide what to show.
 */

import type { OfficeRole } from './schemas/agent-office.ts';
import type { Role } from './schemas/user.ts';

/** The acting user; null for a visitor. */
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
  /** For rules about records: whether a user with a sufficient role can act on the record. */
  allows?: (user: User, record: Record) => boolean;
};

/** Returns the ID of the office that a user manages, if any. */
export const managedOfficeId = ({ office, officeRole }: User): string | null =>
  officeRole === 'manager' && office ? office._id : null;

/** Returns whether a user manages an office; false without an office. */
const manages = (user: User, { officeId }: { officeId: string | null }) =>
  officeId !== null && managedOfficeId(user) === officeId;

/** A listing's agent and office. */
type OwnedListing = { agentId: string; officeId: string | null };

const canChangeListing = (user: User, listing: OwnedListing) =>
  user.role === 'admin' || user._id === listing.agentId || manages(user, listing);

/** The agent of an inquiry or tour (null after the account is deleted), and that agent's office, if any. */
type ReceivedRecord = { agentId: string | null; officeId: string | null };

const canAnswerRecord = (user: User, received: ReceivedRecord) =>
  user._id === received.agentId || manages(user, received);

const RULES = {
  'session:end': { role: 'user' },
  'profile:change': { role: 'user' },
  'dashboard:open': { role: 'agent' },
  'property:create': { role: 'agent' },
  'property:import': { role: 'agent' },
  'property:list-own': { role: 'agent' },
  /** The listing agent (unless demoted), a manager of the agent's office, or an admin. */
  'property:change': { role: 'agent', allows: canChangeListing },
  'figures:read': { role: 'agent', allows: canChangeListing },
  /** A manager of the office that both agents are in, or an admin. */
  'property:reassign': {
    role: 'agent',
    allows: (user: User, agent: { officeId: string | null }) =>
      user.role === 'admin' || manages(user, agent),
  },
  'property:list-all': { role: 'admin' },
  'user:manage': { role: 'admin' },
  /** Creating and deleting offices, and adding their members. */
  'office:manage': { role: 'admin' },
  /** The office's managers, or an admin. */
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
  /** The inquiry's agent (unless demoted), or a manager of the agent's office. */
  'inquiry:answer': { role: 'agent', allows: canAnswerRecord },
  /** A manager of the office that both agents are in, or an admin. */
  'inquiry:assign': {
    role: 'agent',
    allows: (user: User, agent: { officeId: string | null }) =>
      user.role === 'admin' || manages(user, agent),
  },
  'inquiry:manage': { role: 'admin' },
  'report:manage': { role: 'admin' },
  /** The job queue. */
  'job:manage': { role: 'admin' },
  /** An agent's tour hours and tours. */
  'tour:host': { role: 'agent' },
  /** The tour's agent (unless demoted), or a manager of the agent's office. */
  'tour:answer': { role: 'agent', allows: canAnswerRecord },
  /** Viewing the tours that a user has booked. */
  'tour:list-booked': { role: 'user' },
  /** The home's agent (unless demoted), a manager of the agent's office, or an admin. */
  'open-house:change': { role: 'agent', allows: canChangeListing },
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

/** The names of all rules, for the test that finds unused rules. */
export const ACTIONS = Object.keys(RULES) as Action[];

const RANK: Record<Role, number> = { user: 0, agent: 1, admin: 2 };

/** Returns the minimum role of a rule. */
export const minRole = (action: Action): Role => RULES[action].role;

/**
 * Returns whether the user's role is sufficient for an action, regardless of the record. This is enough to call an
 * endpoint, but not to change a record if the rule depends on it.
 */
export function hasRoleFor(actor: Actor, action: Action): boolean {
  return actor !== null && RANK[actor.role] >= RANK[RULES[action].role];
}

/**
 * Returns whether a user can perform an action.
 *
 * @param record the affected record; required by the types if the rule depends on records
 */
export function can<A extends Action>(actor: Actor, action: A, ...record: RecordOf<A>): boolean {
  if (actor === null || !hasRoleFor(actor, action)) return false;
  const rule: Rule<never> = RULES[action];
  // RecordOf ensures that `record` has the type that the rule accepts.
  return rule.allows === undefined || rule.allows(actor, record[0] as never);
}

/**
 * Returns the agent's ID if the account can still read visitors' messages, for emails, notifications, and events; null
 * once the account is deleted or demoted to user.
 */
export function agentWithInquiryAccess(agentId: string | null, role: Role | null): string | null {
  if (agentId === null || role === null) return null;
  const received = { agentId, officeId: null };
  return can({ _id: agentId, role }, 'inquiry:answer', received) ? agentId : null;
}
