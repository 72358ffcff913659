/** Open houses (docs/product/open-houses.md). */

import { emptySchema, idParamsSchema } from '../schemas/common.ts';
import { searchQuerySchema } from '../schemas/properties/property-filter.ts';
import { CALENDAR_TYPE, calendarSchema } from '../schemas/tours/calendar.ts';
import { openHouseFormSchema, openHouseSchema } from '../schemas/tours/open-house.ts';
import type { Endpoint } from './endpoint.ts';

export const openHouseEndpoints = {
  listOpenHouses: {
    method: 'GET',
    path: '/properties/:id/open-houses',
    tag: 'Tours',
    summary: 'List a home’s open houses',
    description: 'Returns current and upcoming open houses.',
    access: 'public',
    params: idParamsSchema,
    status: 200,
    response: openHouseSchema.array(),
  },
  addOpenHouse: {
    method: 'POST',
    path: '/properties/:id/open-houses',
    takesIdempotencyKey: true,
    tag: 'Tours',
    summary: 'Create an open house',
    access: 'open-house:change',
    audit: null,
    params: idParamsSchema,
    body: openHouseFormSchema,
    status: 201,
    response: openHouseSchema,
    changesPublicData: true,
  },
  deleteOpenHouse: {
    method: 'DELETE',
    path: '/open-houses/:id',
    tag: 'Tours',
    summary: 'Cancel an open house',
    access: 'open-house:change',
    audit: null,
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
    changesPublicData: true,
  },
  getOpenHouseCalendar: {
    method: 'GET',
    path: '/open-houses/:id/calendar.ics',
    tag: 'Tours',
    summary: 'Download an open house',
    description: 'Returns the open house as an iCalendar file.',
    access: 'public',
    params: idParamsSchema,
    status: 200,
    response: calendarSchema,
    contentType: CALENDAR_TYPE,
  },
  getOpenHouseFeed: {
    method: 'GET',
    path: '/open-houses.ics',
    root: 'also',
    tag: 'Tours',
    summary: 'Subscribe to open houses',
    description:
      'Returns current and upcoming open houses of homes that match a search, as an iCalendar feed.',
    access: 'public',
    query: searchQuerySchema,
    status: 200,
    response: calendarSchema,
    contentType: CALENDAR_TYPE,
  },
} as const satisfies Record<string, Endpoint>;
