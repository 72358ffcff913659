/** The users and homes that screens show: created once for each worker, and never changed by tests. */

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
import { makeOffice, type OfficePeople } from '../support/office-people.ts';
import { makeMarket, type Market } from './market.ts';
import type { Viewer } from './route-table.ts';

/** Ids are the API's. */
export interface World {
  accounts: Record<Exclude<Viewer, 'visitor'>, Account>;
  /** A new agent without listings. */
  newcomer: Account;
  /** An agent whose name and listings have the longest possible texts. */
  longName: Account;
  /** A demo home with at least four pictures. */
  home: { _id: string; title: string; agentId: string };
  /** One of the agent's own. */
  ownHome: string;
  /** Without pictures, rented. */
  rentedHome: string;
  /** Without a position on the map. */
  homeNowhere: string;
  /** Every text has the maximum length, in words that cannot wrap. */
  longHome: string;
  market: Market;
  /** With one of the member's homes, and a question about it. */
  office: OfficePeople & { inquiry: string };
}

type Home = { _id: string; title: string; images: string[]; agent: { _id: string } };

/** A word of 90 letters, which fits on no line. */
const ENDLESS = 'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(3).slice(0, 90);

/** @param baseURL of the worker's site */
export async function makeWorld(baseURL: string): Promise<World> {
  const request = await requests.newContext({ baseURL });
  try {
    return await fill(request);
  } finally {
    await request.dispose();
  }
}

async function fill(request: APIRequestContext): Promise<World> {
  const agent = await logIn(request, 'agent@demo.doorstep.example', 'doorstep');
  const mine = await request.get('/api/properties/my-listings', { headers: bearer(agent) });
  const [own] = (await mine.json()) as [Home];
  const found = await request.get('/api/properties?searchTerm=Seattle');
  const home = ((await found.json()) as Home[]).find(({ images }) => images.length >= 4);
  if (home === undefined) throw new Error('The demo has no home with four pictures in Seattle.');

  const newcomer = await makeAccount(request, 'agent');
  const longName = await makeAccount(request, 'agent', `${uniqueWord('Agent ')} ${ENDLESS}`);
  const taken = await makeListing(request, longName, { title: uniqueWord('Rented home ') });
  await request.patch(`/api/properties/${taken._id}/toggle-availability`, {
    headers: bearer(longName),
  });
  const nowhere = await makeListing(request, longName, { latitude: '0', longitude: '0' });
  const long = await makeListing(request, longName, {
    title: `${uniqueWord('Home')} ${ENDLESS} ${ENDLESS}`,
    description: `${ENDLESS}${ENDLESS} ${'A long text about a home. '.repeat(80)}`,
    address: `12 ${ENDLESS}`,
    city: ENDLESS,
    state: ENDLESS.slice(0, 60),
    price: '99999999999.99',
    sqft: '9999999',
    bedrooms: '100',
    bathrooms: '100',
  });
  await request.post('/api/contact', {
    data: {
      name: `${uniqueWord('Sender')} ${ENDLESS}`,
      email: `${ENDLESS.slice(0, 60)}@example.org`,
      subject: `Question ${ENDLESS}`,
      message: `${ENDLESS}${ENDLESS}\n${'A long message. '.repeat(60)}`,
    },
  });
  return {
    accounts: {
      user: await makeAccount(request, 'user'),
      agent,
      admin: await demoAdmin(request),
    },
    newcomer,
    longName,
    home: { _id: home._id, title: home.title, agentId: home.agent._id },
    ownHome: own._id,
    rentedHome: taken._id,
    homeNowhere: nowhere._id,
    longHome: long._id,
    market: await makeMarket(request, [home._id, taken._id, long._id]),
    office: await makeAskedOffice(request),
  };
}

async function makeAskedOffice(request: APIRequestContext): Promise<World['office']> {
  const office = await makeOffice(request, uniqueWord('screens'), {
    phone: '(512) 555-0142',
    email: 'office@example.org',
    city: 'Austin',
    state: 'TX',
    about: 'We know every street between the river and the hills.',
  });
  const home = await makeListing(request, office.member, { title: uniqueWord('Office home ') });
  const asked = await request.post(`/api/properties/${home._id}/inquiries`, {
    data: { name: 'Vera Visitor', email: 'vera@example.org', message: 'Is there a garden?' },
  });
  const { _id: inquiry } = (await asked.json()) as { _id: string };
  return { ...office, inquiry };
}
