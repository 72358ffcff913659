/**
 * Defines every API endpoint: method, path, access rule, request, and response (docs/product/api.md, Conventions). The
 * server registers its routes from this table, the browser calls endpoints through it, and the OpenAPI document is
 * generated from it. Paths are relative to `/api` unless `root` is set.
 */

import { accountEndpoints } from './endpoints/accounts.ts';
import { passkeyEndpoints } from './endpoints/security/passkeys.ts';
import { sessionEndpoints } from './endpoints/security/sessions.ts';
import { twoFactorEndpoints } from './endpoints/security/two-factor.ts';
import { propertyEndpoints } from './endpoints/properties.ts';
import { placeEndpoints } from './endpoints/places.ts';
import { userEndpoints } from './endpoints/users.ts';
import { figureEndpoints } from './endpoints/brokerage/figures.ts';
import { geocodeEndpoints } from './endpoints/brokerage/geocode.ts';
import { messageEndpoints } from './endpoints/messages.ts';
import { inquiryEndpoints } from './endpoints/inquiries.ts';
import { invitationEndpoints } from './endpoints/offices/invitations.ts';
import { officeEndpoints } from './endpoints/offices/offices.ts';
import { notificationEndpoints } from './endpoints/notifications.ts';
import { reportEndpoints } from './endpoints/reports.ts';
import { auditEndpoints } from './endpoints/service/audit.ts';
import { jobEndpoints } from './endpoints/service/jobs.ts';
import { openHouseEndpoints } from './endpoints/open-houses.ts';
import { tourEndpoints } from './endpoints/tours.ts';
import { exportEndpoints } from './endpoints/brokerage/exports.ts';
import { importEndpoints } from './endpoints/brokerage/imports.ts';
import { savedSearchEndpoints } from './endpoints/saved-searches.ts';
import { statisticsEndpoints } from './endpoints/statistics.ts';
import { dataSourceEndpoints } from './endpoints/open/data-sources.ts';
import { apiKeyEndpoints } from './endpoints/open/api-keys.ts';
import { feedEndpoints } from './endpoints/open/feeds.ts';
import { webhookEndpoints } from './endpoints/open/webhooks.ts';
import { favoriteEndpoints } from './endpoints/saved-homes/favorites.ts';
import { shortlistEndpoints } from './endpoints/saved-homes/shortlists.ts';
import { siteEndpoints } from './endpoints/site.ts';
import { reviewEndpoints } from './endpoints/brokerage/reviews.ts';
import { verificationEndpoints } from './endpoints/brokerage/verification.ts';
import { policyEndpoints } from './endpoints/brokerage/policies.ts';
import { serviceEndpoints } from './endpoints/service/service.ts';

export const endpoints = {
  ...accountEndpoints,
  ...passkeyEndpoints,
  ...sessionEndpoints,
  ...twoFactorEndpoints,
  ...propertyEndpoints,
  ...placeEndpoints,
  ...geocodeEndpoints,
  ...figureEndpoints,
  ...userEndpoints,
  ...officeEndpoints,
  ...invitationEndpoints,
  ...messageEndpoints,
  ...inquiryEndpoints,
  ...notificationEndpoints,
  ...reportEndpoints,
  ...auditEndpoints,
  ...jobEndpoints,
  ...tourEndpoints,
  ...openHouseEndpoints,
  ...exportEndpoints,
  ...importEndpoints,
  ...savedSearchEndpoints,
  ...statisticsEndpoints,
  ...feedEndpoints,
  ...apiKeyEndpoints,
  ...webhookEndpoints,
  ...dataSourceEndpoints,
  ...favoriteEndpoints,
  ...shortlistEndpoints,
  ...siteEndpoints,
  ...policyEndpoints,
  ...verificationEndpoints,
  ...reviewEndpoints,
  ...serviceEndpoints,
};

/** The endpoints by name. */
export type Endpoints = typeof endpoints;
/** The name of an endpoint. */
export type EndpointName = keyof Endpoints;
