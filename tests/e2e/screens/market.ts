/** Creates an agent with inquiries, and a user with questions, saved homes, and a shortlist. */

import type { APIRequestContext } from '@playwright/test';
import { type Account, bearer, makeAccount, makeListing, uniqueWord } from '../support/accounts.ts';

export interface Market {
  agent: Account;
  user: Account;
  /** The ID of the user's inquiry, which has a reply. */
  inquiry: string;
  /** An inquiry from a visitor without an account. */
  visitorInquiry: { id: string; token: string };
  shortlist: string;
}

const LONG_TEXT = `${'Donaudampfschifffahrtsgesellschaftskapitaen'.repeat(2)} and an ordinary sentence.`;

/**
 * Creates the accounts and their records.
 *
 * @param homeIds the homes for the user to save and add to the shortlist
 */
export async function makeMarket(
  request: APIRequestContext,
  homeIds: readonly string[],
): Promise<Market> {
  const agent = await makeAccount(request, 'agent', uniqueWord('Agent '));
  const user = await makeAccount(request, 'user', uniqueWord('User '));
  const home = await makeListing(request, agent, { title: uniqueWord('Home with questions ') });
  const send = async (path: string, account: Account | null, data: unknown, method = 'POST') => {
    const headers = account === null ? {} : bearer(account);
    const response = await request.fetch(`/api${path}`, { method, headers, data });
    if (!response.ok()) throw new Error(`${method} ${path}: ${await response.text()}`);
    return (await response.json()) as { _id: string; token: string };
  };
  const userInquiry = await send(`/properties/${home._id}/inquiries`, user, {
    message: `Is the garden included? ${LONG_TEXT}`,
  });
  await send(`/inquiries/${userInquiry._id}/messages`, agent, {
    message: `All of it. ${LONG_TEXT}`,
  });
  const visitorInquiry = await send(`/properties/${home._id}/inquiries`, null, {
    name: `Sender ${LONG_TEXT}`,
    email: 'sender@example.org',
    phone: '+1 512 555 0100',
    message: LONG_TEXT,
  });
  await send(
    `/inquiries/${visitorInquiry._id}`,
    agent,
    { note: LONG_TEXT, stage: 'offer' },
    'PATCH',
  );
  const list = await send('/shortlists', user, { name: `Near the park ${LONG_TEXT}`.slice(0, 90) });
  for (const id of homeIds) {
    await send(`/favorites/${id}`, user, { note: LONG_TEXT }, 'PUT');
    await send(`/shortlists/${list._id}/homes/${id}`, user, undefined, 'PUT');
    await send(`/shortlists/${list._id}/homes/${id}/vote`, user, { vote: 'yes' }, 'PUT');
    await send(`/shortlists/${list._id}/homes/${id}/comments`, user, { text: LONG_TEXT });
  }
  return {
    agent,
    user,
    inquiry: userInquiry._id,
    visitorInquiry: { id: visitorInquiry._id, token: visitorInquiry.token },
    shortlist: list._id,
  };
}
