/** Inquiries to the demo agent, at every stage; the demo user sent some of them. */

import type { InquiryStage } from '#shared/schemas/inquiry.ts';

/** A message: its author, age in hours, and text. */
type DemoInquiryMessage = readonly [from: 'sender' | 'agent', hoursAgo: number, text: string];

export type DemoInquiry = {
  /** Set if sent by the demo user; otherwise by a visitor without an account. */
  isByDemoUser?: true;
  name: string;
  email: string;
  phone?: string;
  stage: InquiryStage;
  note?: string;
  /** Hours from now. */
  remindInHours?: number;
  isRead: boolean;
  messages: readonly DemoInquiryMessage[];
};

const person = (name: string, phone?: string) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@demo.doorstep.example`,
  ...(phone === undefined ? {} : { phone }),
});
const demoUser = {
  isByDemoUser: true,
  name: 'Demo User',
  email: 'user@demo.doorstep.example',
} as const;

/** Newest activity first, each about a different home of the demo agent. */
export const DEMO_INQUIRIES: readonly DemoInquiry[] = [
  {
    ...person('Priya Ramanathan', '512-555-0142'),
    stage: 'new',
    isRead: false,
    messages: [['sender', 0.6, 'Is the garden shared with the house next door? It looks like it.']],
  },
  {
    ...demoUser,
    stage: 'new',
    isRead: false,
    messages: [
      [
        'sender',
        2,
        'Hello, could you tell me how old the roof is, and whether the attic is insulated?',
      ],
    ],
  },
  {
    ...person('Marcus Feld'),
    stage: 'new',
    isRead: false,
    messages: [['sender', 5, 'We would bring two cats. Is that all right with the owners?']],
  },
  {
    ...person('Helena Brandt', '512-555-0177'),
    stage: 'contacted',
    remindInHours: 20,
    isRead: true,
    messages: [
      ['sender', 30, 'Are the washer and the dryer included in the rent?'],
      ['agent', 28, 'They are, and both are from last year. Would you like to see the place?'],
      ['sender', 8, 'Very much. We will be in town starting Thursday.'],
    ],
  },
  {
    ...demoUser,
    stage: 'contacted',
    isRead: true,
    messages: [
      ['sender', 49, 'How far is it to the nearest train station, on foot?'],
      [
        'agent',
        47,
        'About twelve minutes, all of it on sidewalks. There is a bus at the corner, too.',
      ],
    ],
  },
  {
    ...person('Owen Castellano'),
    stage: 'contacted',
    note: 'Sells his own house first. Not before spring.',
    remindInHours: 24 * 14,
    isRead: true,
    messages: [
      ['sender', 75, 'Would the owners wait for us until our own house is sold?'],
      ['agent', 71, 'They might. How far along are you?'],
      ['sender', 70, 'It goes on the market in March.'],
    ],
  },
  {
    ...person('Amara Diallo', '312-555-0119'),
    stage: 'tour',
    note: 'Works nights: afternoons only.',
    isRead: true,
    messages: [
      ['sender', 100, 'Could we come and see it this week? Afternoons are best.'],
      ['agent', 96, 'Of course. I have sent you the available times.'],
    ],
  },
  {
    ...demoUser,
    stage: 'tour',
    isRead: true,
    messages: [
      ['sender', 124, 'The pictures are lovely. When could I see it?'],
      ['agent', 122, 'Saturday morning would work well: the light is at its best then.'],
      ['sender', 121, 'Saturday it is.'],
    ],
  },
  {
    ...person('Theo Lindgren'),
    stage: 'offer',
    note: 'Offer in writing by Friday. Pre-approved for the full price.',
    remindInHours: 40,
    isRead: true,
    messages: [
      ['sender', 220, 'We loved it. What would we have to do to make an offer?'],
      ['agent', 218, 'Wonderful. I have sent you the form; call me with any questions.'],
      ['sender', 170, 'It is on its way to you.'],
    ],
  },
  {
    ...person('Grace Okonkwo', '512-555-0163'),
    stage: 'offer',
    isRead: true,
    messages: [
      ['sender', 300, 'Is the price negotiable?'],
      ['agent', 296, 'A little. Tell me what you have in mind and I’ll ask the owners.'],
    ],
  },
  {
    ...person('Julian Marsh'),
    stage: 'closed',
    note: 'Bought it. Send a card at New Year’s.',
    isRead: true,
    messages: [
      ['sender', 900, 'Is it still available? We are looking for something by the lake.'],
      ['agent', 897, 'It is. Come by whenever you like.'],
      ['sender', 640, 'The keys work. Thank you for everything.'],
    ],
  },
  {
    ...person('Renee Walsh'),
    stage: 'lost',
    isRead: true,
    messages: [
      ['sender', 700, 'Does the building have an elevator?'],
      ['agent', 652, 'Unfortunately not, and it is on the third floor.'],
    ],
  },
];
