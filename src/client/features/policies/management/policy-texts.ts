/** Texts for the policies (docs/product/policies.md, Page). */

import type { Policies, PolicyName } from '#shared/schemas/brokerage/policy-values.ts';

type PolicyTexts<Name extends PolicyName> = {
  title: string;
  text: string;
  options: Record<Policies[Name], string>;
};

export const POLICY_TEXTS: { [Name in PolicyName]: PolicyTexts<Name> } = {
  agentSignUp: {
    title: 'Agent sign-up',
    text: 'Who can become an agent by signing up. You can add agents yourself at any time.',
    options: {
      open: 'Anyone can sign up as an agent',
      approval: 'An admin approves each agent',
      closed: 'No one can sign up as an agent',
    },
  },
  review: {
    title: 'Listing review',
    text: 'Whose new listings need an admin’s approval before they go live.',
    options: {
      none: 'Listings go live immediately',
      unverified: 'Listings by unverified agents',
      all: 'Listings by all agents',
    },
  },
  secondFactor: {
    title: 'Second factor',
    text: 'Who must sign in with a second factor: an authenticator app or a passkey.',
    options: {
      optional: 'Optional for everyone',
      admins: 'Admins',
      staff: 'Agents and admins',
    },
  },
  cardArea: {
    title: 'Area on cards',
    text: 'The size shown on a home’s card.',
    options: {
      fixed: 'The same text on every card: 1,200 sqft',
      actual: 'The home’s actual area',
    },
  },
};
