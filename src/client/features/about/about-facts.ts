/** What the about page says (docs/product/pages.md, About). The people are examples, by name. */

export const VALUES = [
  {
    title: 'Integrity',
    text: 'Every listing says what is true of the home, and what is not there. Prices are prices.',
  },
  {
    title: 'Client-Centric',
    text: 'You talk to the person who knows the home. Nobody stands between you and the agent.',
  },
  {
    title: 'Innovation',
    text: 'A search that forgives spelling, pages that open at once, and software that anybody may read and improve.',
  },
] as const;

export const TEAM = [
  { name: 'Maya Placeholder', role: 'Founder', picture: 'portrait-16' },
  { name: 'Jonas Example', role: 'Head of Agents', picture: 'portrait-17' },
  { name: 'Priya Sample', role: 'Lead Engineer', picture: 'portrait-11' },
] as const;

export const STATS = [
  { label: 'Properties Sold', value: '10,000+' },
  { label: 'Happy Clients', value: '5,000+' },
  { label: 'Awards Won', value: '25' },
] as const;
