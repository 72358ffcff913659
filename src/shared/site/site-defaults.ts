/** The site's default texts and pictures. The names of people show that they are examples. */

import type { Site, SiteOverrides, SitePicture } from '../schemas/site.ts';
import { DEFAULT_NAME } from './site-name.ts';

/** Returns the path of a built-in portrait. */
const portrait = (number: number) => `/images/demo-portrait-${number}/full.webp`;

/**
 * Returns all defaults.
 *
 * @param name the site's name, which some sentences contain
 */
export function defaultSite(name = DEFAULT_NAME): Omit<Site, 'pictures'> {
  return {
    name,
    tagline: 'An open marketplace for homes. Find one, tour it, and message the agent directly.',
    logo: null,
    accent: null,
    // From ranges reserved for examples (RFC 2606; 555-01xx).
    contact: {
      company: '',
      street: '12 Example Street',
      city: 'Sample City',
      state: 'CA',
      zipCode: '90000',
      phone: '(555) 555-0112',
      email: 'hello@doorstep.example',
    },
    social: [],
    equalHousing: true,
    notices: [],
    hero: {
      eyebrow: 'Homes for sale and for rent',
      heading: 'Find a home you’ll love coming back to.',
      text: 'Search every home in one place, look around room by room, and message the listing agent directly.',
      image: null,
    },
    testimonials: [
      {
        quote:
          'We found it on the map, sent one message, and toured it two days later. It was that easy.',
        name: 'Ada Example',
        role: 'Bought a house',
        avatar: portrait(18),
      },
      {
        quote:
          'Two bedrooms, close to transit, under budget. I set the filters once, and the third home I saw was the one.',
        name: 'Ben Sample',
        role: 'Rents an apartment',
        avatar: portrait(12),
      },
      {
        quote:
          'My listings finally do the homes justice. Buyers show up informed and ask great questions.',
        name: 'Cleo Specimen',
        role: 'Agent',
        avatar: portrait(14),
      },
    ],
    about: {
      heading: 'A calmer way to find your next home.',
      text: `${name} brings homes and the agents who know them together in one calm place. Browse, compare, and message an agent who answers.`,
      values: [
        {
          title: 'Integrity',
          text: 'Every listing shows the actual price and the facts about the home, including what we don’t know.',
        },
        {
          title: 'Client-Centric',
          text: 'You talk directly to the agent who knows the home, with no one in between.',
        },
        {
          title: 'Innovation',
          text: 'Search that forgives typos, pages that open instantly, and software that anyone can read and improve.',
        },
      ],
      team: [
        { name: 'Maya Placeholder', role: 'Founder', image: portrait(16) },
        { name: 'Jonas Example', role: 'Head of Agents', image: portrait(17) },
        { name: 'Priya Sample', role: 'Lead Engineer', image: portrait(11) },
      ],
      stats: [
        { label: 'Properties Sold', value: '10,000+' },
        { label: 'Happy Clients', value: '5,000+' },
        { label: 'Awards Won', value: '25' },
      ],
    },
    privacy: null,
    terms: null,
  };
}

/** Returns all site settings: the defaults with the admins' changes. */
export function resolveSite(overrides: SiteOverrides, pictures: readonly SitePicture[] = []): Site {
  const defaults = defaultSite(overrides.name);
  return {
    ...defaults,
    ...overrides,
    contact: { ...defaults.contact, ...overrides.contact },
    hero: { ...defaults.hero, ...overrides.hero },
    about: { ...defaults.about, ...overrides.about },
    pictures: [...pictures],
  };
}
