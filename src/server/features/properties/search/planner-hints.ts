/**
 * Ways to say a condition by which PostgreSQL takes the index that a plan means. It has no hints; but it matches a
 * condition with an index by its words, and so the same thing said in other words hides it from one.
 */

import { type RawBuilder, sql } from 'kysely';

/** As the partial indexes of order, price, agent and place say it. */
export const AVAILABLE = sql`p.is_available`;

/**
 * As the index of words says it: in other words than the others, because PostgreSQL combines no two partial indexes
 * whose conditions have a part in common (migration 0007). A statement that says both may use both.
 */
export const AVAILABLE_FOR_WORDS = sql`p.is_available is true`;

/** As a truth value, which no index knows: looked at in each listing that the others find. */
export const inEachListing = (condition: RawBuilder<unknown>) => sql`(${condition}) is true`;

/**
 * All listings `p` that match, collected before anything is done with them: with the order and the limit in view the
 * planner would walk an index to its end for the first of them.
 */
export const collected = (condition: RawBuilder<unknown>) =>
  sql`(select p.* from properties p where ${condition} offset 0) p`;

/** At most so many listings `p`, in an order: a subquery of its own, so that nothing else decides how they are found. */
export const firstInOrder = (
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
  most: unknown,
) => sql`(select p.* from properties p where ${condition} order by ${order} limit ${most}) p`;

/**
 * To the planner, what every second listing meets, whatever is asked for: so a plan that was made without the values of
 * a search costs no more than one with them, and is kept. What is compared with null is met by all.
 */
export const everySecondOrAny = (condition: RawBuilder<unknown>) =>
  sql`coalesce(${condition}, true)`;
