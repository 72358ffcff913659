/** Who may do what (spec section 6): the one table, used by the server for every record and by the screens. */

import type { Role } from './schemas/user.ts';

/** The person who acts; null is a visitor. */
export type Actor = { _id: string; role: Role } | null;

const isAdmin = (actor: Actor) => actor?.role === 'admin';
const isAgentOrAdmin = (actor: Actor) => actor?.role === 'agent' || actor?.role === 'admin';

const RULES = {
  'profile:change': (actor: Actor) => actor !== null,
  'dashboard:open': isAgentOrAdmin,
  'property:create': isAgentOrAdmin,
  /** Its agent while still an agent, or an admin (interface: Listings, Accounts). */
  'property:change': (actor: Actor, record?: { agentId: string }) =>
    isAdmin(actor) || (actor?.role === 'agent' && actor._id === record?.agentId),
  'property:list-all': isAdmin,
  'user:manage': isAdmin,
  'message:manage': isAdmin,
  'stats:site': isAdmin,
  'stats:own': isAgentOrAdmin,
} as const;

/** The name of a rule. */
export type Action = keyof typeof RULES;

/**
 * Whether somebody may do something.
 *
 * @param record the listing in question; without it a rule about records says no to everyone but admins
 */
export function can(actor: Actor, action: Action, record?: { agentId: string }): boolean {
  return RULES[action](actor, record);
}
