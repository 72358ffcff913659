/** Registers each feature with its dependencies. */

import type { FastifyInstance } from 'fastify';
import type { PageSite } from '#shared/site/page-site.ts';
import type { AppOptions } from './app-options.ts';
import { pingDatabase } from './database/database.ts';
import { registerAccountRoutes } from './features/accounts/account-routes.ts';
import type { Passwords } from './features/accounts/password.ts';
import { registerAssistants } from './features/assistants/register-assistants.ts';
import { registerAuditRoutes } from './features/audit/audit-routes.ts';
import { createAuditService } from './features/audit/audit-service.ts';
import { registerBrochure } from './features/brochure/register-brochure.ts';
import { registerDemo } from './features/demo/removal/demo-routes.ts';
import { registerExport } from './features/export/register-export.ts';
import { registerFavoriteRoutes } from './features/favorites/favorite-routes.ts';
import { createFavoriteService } from './features/favorites/favorite-service.ts';
import { loadUsPlaces } from './features/geocode/us-places.ts';
import { registerFeeds } from './features/feeds/register-feeds.ts';
import { registerGeocode } from './features/geocode/register-geocode.ts';
import { registerHealthRoutes } from './features/health/health-routes.ts';
import { registerSettingsRoutes } from './features/health/settings-routes.ts';
import { registerImports } from './features/import/runs/register-imports.ts';
import { registerSources } from './features/import/sources/register-sources.ts';
import { registerInquiries } from './features/inquiries/register-inquiries.ts';
import { registerJobRoutes } from './features/jobs/job-routes.ts';
import { createJobService } from './features/jobs/job-service.ts';
import { registerContact } from './features/messages/register-contact.ts';
import { registerNotificationRoutes } from './features/notifications/notification-routes.ts';
import { createNotificationService } from './features/notifications/notification-service.ts';
import { registerOffices } from './features/offices/register-offices.ts';
import { registerOpenHouseFeed } from './features/open-house-feed/open-house-feed-routes.ts';
import { announceReview } from './features/reviews/review-service.ts';
import { registerReviews } from './features/reviews/register-reviews.ts';
import { registerVerification } from './features/verification/register-verification.ts';
import { registerApiKeys } from './features/api-keys/register-api-keys.ts';
import { registerPolicies } from './features/policies/register-policies.ts';
import { registerPlaceRoutes } from './features/places/place-routes.ts';
import { createPlaceService } from './features/places/place-service.ts';
import { registerFigures } from './features/properties/figures/register-figures.ts';
import { registerPropertyManagement } from './features/properties/management/register-property-management.ts';
import { registerPropertyRoutes } from './features/properties/property-routes.ts';
import { createPropertyService } from './features/properties/property-service.ts';
import { registerReassign } from './features/properties/reassign/register-reassign.ts';
import { registerMapRoutes } from './features/properties/search/map/map-routes.ts';
import { createMapService } from './features/properties/search/map/map-service.ts';
import { createSpellingSuggestions } from './features/properties/search/spelling-suggestions.ts';
import { registerReports } from './features/reports/register-reports.ts';
import { registerReso } from './features/reso/register-reso.ts';
import { registerSavedSearches } from './features/saved-searches/register-saved-searches.ts';
import { registerShortlists } from './features/shortlists/register-shortlists.ts';
import { registerSiteFilesRoutes } from './features/site/site-files-routes.ts';
import { createSiteReader } from './features/site/site-reader.ts';
import { registerSiteRoutes } from './features/site/site-routes.ts';
import { createSiteService } from './features/site/site-service.ts';
import { registerDiscoveryRoutes } from './features/sitemap/sitemap-routes.ts';
import { registerStatsRoutes } from './features/statistics/stats-routes.ts';
import { createStatsService } from './features/statistics/stats-service.ts';
import { registerTours } from './features/tours/register-tours.ts';
import { eraseToursOfInquiries } from './features/tours/erasure/erase-tours-service.ts';
import { createAgentRequestService } from './features/users/agent-request-service.ts';
import { registerAgentRoutes } from './features/users/agent-routes.ts';
import { createAgentService } from './features/users/agent-service.ts';
import { registerUserAdminRoutes } from './features/users/user-admin-routes.ts';
import { createUserAdminService } from './features/users/user-admin-service.ts';
import { registerWebhooks } from './features/webhooks/register-webhooks.ts';
import type { Background } from './http/background.ts';
import type { ReceiveUpload } from './http/bodies/multipart.ts';
import type { AllowsDemo } from './http/endpoints/demo-guard.ts';
import type { RegisterEndpoint } from './http/endpoints/register-endpoint.ts';
import { registerImageRoutes } from './http/files/image-routes.ts';
import type { WorkQueues } from './http/limits/request-work.ts';

/** The app's options and the objects that the app creates from them. */
type FeatureContext = AppOptions & {
  createRegister: (scope: FastifyInstance) => RegisterEndpoint;
  background: Background;
  receiveUpload: ReceiveUpload;
  queues: WorkQueues;
  allowsDemo: AllowsDemo;
  passwords: Passwords;
};

/** @returns `readSite`, which reads the site's current settings for the pages */
export function registerFeatures(
  app: FastifyInstance,
  options: FeatureContext,
): { readSite: () => Promise<PageSite> } {
  const { db, readDb, images, now, publicSettings, responseCache: cache } = options;
  const { background, queues, receiveUpload } = options;
  const register = options.createRegister(app);
  const publicUrl = () => publicSettings.publicUrl;
  const { version: cacheVersion, isBusy } = cache;
  const { costRates } = publicSettings;
  const suggestSpellings = createSpellingSuggestions({
    cacheVersion,
    loadPlaceNames: loadUsPlaces,
  });
  const searchOptions = { now: () => now().getTime(), cacheVersion, costRates, suggestSpellings };
  const properties = createPropertyService(readDb, { ...searchOptions, isBusy });
  const places = createPlaceService({ db, readDb, now });
  const site = createSiteReader(db, cacheVersion);
  const siteName = async () => (await site.read()).name;
  const context = { ...options, publicUrl, findListings: properties.findByIds };

  registerHealthRoutes(register, options.pingDatabase ?? (() => pingDatabase(db)));
  registerSettingsRoutes(register, publicSettings);
  registerPropertyRoutes(register, properties);
  registerExport(register, context);
  registerBrochure(register, { ...context, readSite: site.read });
  registerFavoriteRoutes(register, createFavoriteService(context));
  registerShortlists(register, context);
  registerMapRoutes(register, createMapService({ db, readDb, ...searchOptions }), background);
  registerPlaceRoutes(register, places, background);
  registerPropertyManagement(register, { ...context, announceReview });
  registerFigures(app, register, context);
  registerGeocode(register, { ...context, siteName, log: app.log });
  registerReassign(register, context);
  registerAgentRoutes(register, createAgentService(readDb));
  registerOffices(register, context);
  registerAccountRoutes(register, { ...context, siteName });
  registerUserAdminRoutes(
    register,
    createUserAdminService(context),
    createAgentRequestService(context),
  );
  registerContact(register, context);
  registerImports(register, context);
  registerInquiries(register, { ...context, eraseTours: eraseToursOfInquiries });
  registerReports(register, context);
  registerNotificationRoutes(app, register, createNotificationService({ db }), options.events);
  registerTours(register, context);
  registerOpenHouseFeed(register, { ...context, siteName, costRates, suggestSpellings });
  registerAssistants(app, {
    ...context,
    properties,
    places,
    siteName,
    costRates,
  });
  registerWebhooks(register, context);
  registerSources(register, context);
  registerFeeds(register, { ...context, properties, readSite: site.read });
  registerSavedSearches(app, register, { ...context, costRates });
  registerAuditRoutes(register, createAuditService(context));
  registerJobRoutes(register, createJobService(context));
  registerStatsRoutes(register, createStatsService(context));
  registerDemo(register, context);
  registerSiteRoutes(register, receiveUpload, createSiteService(context));
  registerPolicies(register, context);
  registerVerification(register, context);
  registerReviews(register, context);
  const apiKeys = registerApiKeys(app, register, context);
  registerReso(app, { ...context, apiKeys });
  registerSiteFilesRoutes(app, { reader: site, images, cache, drawingWork: queues.brochures });
  registerImageRoutes(app, images, queues.pictures);
  registerDiscoveryRoutes(app, readDb, publicSettings, {
    places,
    readSite: site.read,
    cache,
    publicWork: queues.publicData,
  });
  return { readSite: site.read };
}
