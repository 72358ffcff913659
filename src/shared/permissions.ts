/**
 * The one table of permissions. An endpoint names its rule in `access`, services check it again for the record
 * inside the writing transaction, and screens use it to decide what to show.
 */

import type { Role } from './schemas/user.ts';

/** The user who acts; null is a visitor. */
export type Actor = { _id: string; role: Role } | null;

type User = NonNullable<Actor>;
type Rule<Record> = {
  /** The least of the roles that may: user, agent, admin. */
  role: Role;
  /** For rules about a record: whether this one may be touched by a user of a sufficient role. */
  allows?: (user: User, record: Record) => boolean;
};

/** A listing, by its agent. */
type OwnedListing = { agentId: string };

const isOwnListing = (user: User, { agentId }: OwnedListing) =>
  user.role === 'admin' || user._id === agentId;

/** The agent of an inquiry; null once that account was deleted. */
const isReceiver = (user: User, { agentId }: { agentId: string | null }) => user._id === agentId;

const RULES = {
  'session:end': { role: 'user' },
  'profile:change': { role: 'user' },
  'dashboard:open': { role: 'agent' },
  'property:create': { role: 'agent' },
  'property:import': { role: 'agent' },
  'property:list-own': { role: 'agent' },
  /** Its agent while still an agent, or an admin. */
  'property:change': { role: 'agent', allows: isOwnListing },
  'property:list-all': { role: 'admin' },
  'user:manage': { role: 'admin' },
  'message:manage': { role: 'admin' },
  'site:manage': { role: 'admin' },
  'audit:read': { role: 'admin' },
  'policy:manage': { role: 'admin' },
  'stats:site': { role: 'admin' },
  'stats:own': { role: 'agent' },
  'notification:read': { role: 'user' },
  'inquiry:list-sent': { role: 'user' },
  'inquiry:list-received': { role: 'agent' },
  /** The agent whose listing it is about, while still an agent. */
  'inquiry:answer': { role: 'agent', allows: isReceiver },
  'inquiry:manage': { role: 'admin' },
  'report:manage': { role: 'admin' },
  /** The queue of background work. */
  'job:manage': { role: 'admin' },
  /** One's hours, and the tours that one gives. */
  'tour:give': { role: 'agent' },
  /** The tours that one has booked. */
  'tour:take': { role: 'user' },
  /** The agent of the home while still an agent, or an admin. */
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

/** Every rule's name, for the test that finds unused ones. */
export const ACTIONS = Object.keys(RULES) as Action[];

const RANK: Record<Role, number> = { user: 0, agent: 1, admin: 2 };

/** The least role that a rule asks for. */
export const leastRole = (action: Action): Role => RULES[action].role;

/**
 * Whether the user's role is enough for an action, whatever the record. Enough to be let in at an endpoint; never
 * enough to change a record whose rule looks at it.
 */
export function hasRoleFor(actor: Actor, action: Action): boolean {
  return actor !== null && RANK[actor.role] >= RANK[RULES[action].role];
}

/**
 * Whether a user may do something.
 *
 * @param record what it is done to, where the rule is about records; the types ask for it exactly then
 */
export function can<A extends Action>(actor: Actor, action: A, ...record: RecordOf<A>): boolean {
  if (actor === null || !hasRoleFor(actor, action)) return false;
  const rule: Rule<never> = RULES[action];
  // `record` has the type that this very rule takes: RecordOf reads it from the rule.
  return rule.allows === undefined || rule.allows(actor, record[0] as never);
}

/**
 * The agent who may still read what visitors write to them, for every mail, notification and event: null once the account
 * is gone or has become a user's.
 */
export function readingAgent(agentId: string | null, role: Role | null): string | null {
  if (agentId === null || role === null) return null;
  return can({ _id: agentId, role }, 'inquiry:answer', { agentId }) ? agentId : null;
}
