/** The users and homes on the screens, created once for each worker, and never changed by tests. */

import { request as requests, type APIRequestContext } from '@playwright/test';
import {
  bearer,
  demoAdmin,
  logIn,
  makeAccount,
  makeListing,
  uniqueWord,
  type Account,
} from '../support/accounts.ts';
import { makeOffice, type OfficeWithMembers } from '../support/office-people.ts';
import { makeMarket, type Market } from './market.ts';
import type { Viewer } from './route-table.ts';

/** The users and homes. Homes are given by API ID unless noted. */
export interface World {
  accounts: Record<Exclude<Viewer, 'visitor'>, Account>;
  /** A new agent without listings. */
  newAgent: Account;
  /** An agent with a very long name. */
  longNameAgent: Account;
  /** A demo home with at least four pictures. */
  home: { _id: string; title: string; agentId: string };
  /** One of the agent's homes. */
  ownHome: string;
  /** A rented home without pictures. */
  rentedHome: string;
  /** A home without a position on the map. */
  homeWithoutLocation: string;
  /** A home with very long texts, including words wider than a line. */
  longHome: string;
  market: Market;
  /** An office, with an inquiry about one of the member's homes. */
  office: OfficeWithMembers & { inquiry: string };
}

type Home = { _id: string; title: string; images: string[]; agent: { _id: string } };

/** A word of 90 letters, which does not fit on a line. */
const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3).slice(0, 90);

/** @param baseURL the URL of the worker's site */
export async function makeWorld(baseURL: string): Promise<World> {
  const request = await requests.newContext({ baseURL });
  try {
    return await createWorld(request);
  } finally {
    await request.dispose();
  }
}

async function createWorld(request: APIRequestContext): Promise<World> {
  const agent = await logIn(request, 'agent@demo.doorstep.example', 'doorstep');
  const ownResponse = await request.get('/api/properties/my-listings', { headers: bearer(agent) });
  const [ownHome] = (await ownResponse.json()) as [Home];
  const homesResponse = await request.get('/api/properties?searchTerm=Seattle');
  const home = ((await homesResponse.json()) as Home[]).find(({ images }) => images.length >= 4);
  if (home === undefined) throw new Error('The demo has no home with four pictures in Seattle.');

  const newAgent = await makeAccount(request, 'agent');
  const longNameAgent = await makeAccount(request, 'agent', `${uniqueWord('Agent ')} ${LONG_WORD}`);
  const rentedHome = await makeListing(request, longNameAgent, {
    title: uniqueWord('Rented home '),
  });
  await request.patch(`/api/properties/${rentedHome._id}/toggle-availability`, {
    headers: bearer(longNameAgent),
  });
  const withoutLocation = await makeListing(request, longNameAgent, {
    latitude: '0',
    longitude: '0',
  });
  const longHome = await makeListing(request, longNameAgent, {
    title: `${uniqueWord('Home')} ${LONG_WORD} ${LONG_WORD}`,
    description: `${LONG_WORD}${LONG_WORD} ${'A long text about a home. '.repeat(80)}`,
    address: `12 ${LONG_WORD}`,
    city: LONG_WORD,
    state: LONG_WORD.slice(0, 60),
    price: '99999999999.99',
    sqft: '9999999',
    bedrooms: '100',
    bathrooms: '100',
  });
  await request.post('/api/contact', {
    data: {
      name: `${uniqueWord('Sender')} ${LONG_WORD}`,
      email: `${LONG_WORD.slice(0, 60)}@example.org`,
      subject: `Question ${LONG_WORD}`,
      message: `${LONG_WORD}${LONG_WORD}\n${'A long message. '.repeat(60)}`,
    },
  });
  return {
    accounts: {
      user: await makeAccount(request, 'user'),
      agent,
      admin: await demoAdmin(request),
    },
    newAgent,
    longNameAgent,
    home: { _id: home._id, title: home.title, agentId: home.agent._id },
    ownHome: ownHome._id,
    rentedHome: rentedHome._id,
    homeWithoutLocation: withoutLocation._id,
    longHome: longHome._id,
    market: await makeMarket(request, [home._id, rentedHome._id, longHome._id]),
    office: await makeOfficeWithInquiry(request),
  };
}

async function makeOfficeWithInquiry(request: APIRequestContext): Promise<World['office']> {
  const office = await makeOffice(request, uniqueWord('screens'), {
    phone: '(512) 555-0142',
    email: 'office@example.org',
    city: 'Austin',
    state: 'TX',
    about: 'We know every street between the river and the hills.',
  });
  const home = await makeListing(request, office.member, { title: uniqueWord('Office home ') });
  const inquiryResponse = await request.post(`/api/properties/${home._id}/inquiries`, {
    data: { name: 'Vera Visitor', email: 'vera@example.org', message: 'Is there a garden?' },
  });
  const { _id: inquiry } = (await inquiryResponse.json()) as { _id: string };
  return { ...office, inquiry };
}
