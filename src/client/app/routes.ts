/** Every page of the product and its file (docs/product/pages.md, Routes). */

import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** The primitives in all their states; only while developing. */
const gallery =
  process.env['NODE_ENV'] === 'production' ? [] : [route('dev/ui', 'pages/ui-gallery.tsx')];

export default [
  layout('layouts/public/public-layout.tsx', [
    index('pages/public/home.tsx'),
    route('for-sale', 'pages/public/for-sale.tsx'),
    route('for-rent', 'pages/public/for-rent.tsx'),
    route('for-sale/:state/:city/:zip?', 'pages/public/for-sale-place.tsx'),
    route('for-rent/:state/:city/:zip?', 'pages/public/for-rent-place.tsx'),
    route('agents', 'pages/public/agents.tsx'),
    route('agent-listings', 'pages/public/agent-listings.tsx'),
    route('about', 'pages/public/about.tsx'),
    route('contact', 'pages/public/contact.tsx'),
    route('privacy', 'pages/public/legal/privacy.tsx'),
    route('terms', 'pages/public/legal/terms.tsx'),
    route('property/:id', 'pages/public/property.tsx'),
    route('compare', 'pages/public/compare.tsx'),
    route('favorites', 'pages/account/favorites.tsx'),
    route('shortlists', 'pages/account/shortlists.tsx'),
    route('shortlists/:id', 'pages/account/shortlist.tsx'),
    route('join', 'pages/account/join.tsx'),
    route('shared', 'pages/public/shared.tsx'),
    route('profile', 'pages/account/profile.tsx'),
    route('inquiries', 'pages/account/inquiries.tsx'),
    route('inquiry', 'pages/public/inquiry.tsx'),
    route('saved-searches', 'pages/account/saved-searches.tsx'),
    route('tours', 'pages/account/tours.tsx'),
    route('tour', 'pages/public/tour.tsx'),
    ...gallery,
    route('*', 'pages/public/not-found.tsx'),
  ]),
  layout('layouts/account-layout.tsx', [
    route('login', 'pages/account/login.tsx'),
    route('register', 'pages/account/register.tsx'),
    route('forgot-password', 'pages/account/forgot-password.tsx'),
    route('reset-password', 'pages/account/reset-password.tsx'),
    route('security/set-up', 'pages/account/security/set-up-second-factor.tsx'),
    route('alerts/confirm', 'pages/account/confirm-alert.tsx'),
    route('alerts/manage', 'pages/account/manage-alert.tsx'),
    route('unsubscribe', 'pages/account/unsubscribe.tsx'),
  ]),
  route('dashboard', 'layouts/dashboard/dashboard-layout.tsx', [
    index('pages/dashboard/overview.tsx', { id: 'dashboard-index' }),
    route('overview', 'pages/dashboard/overview.tsx'),
    route('my-listings', 'pages/dashboard/my-listings.tsx'),
    route('tours', 'pages/dashboard/tours.tsx'),
    route('import', 'pages/dashboard/import.tsx'),
    route('add-listing', 'pages/dashboard/add-listing.tsx'),
    route('edit-listing/:id', 'pages/dashboard/edit-listing.tsx'),
    route('inquiries', 'pages/dashboard/manage-inquiries.tsx'),
    route('manage-users', 'pages/dashboard/manage-users.tsx'),
    route('manage-properties', 'pages/dashboard/manage-properties.tsx'),
    route('messages', 'pages/dashboard/messages.tsx'),
    route('reports', 'pages/dashboard/reports.tsx'),
    route('jobs', 'pages/dashboard/jobs.tsx'),
    route('reviews', 'pages/dashboard/brokerage/reviews.tsx'),
    route('policies', 'pages/dashboard/brokerage/policies.tsx'),
    route('api', 'pages/dashboard/brokerage/api-and-webhooks.tsx'),
    route('audit-log', 'pages/dashboard/audit-log.tsx'),
    route('site-settings', 'pages/dashboard/site-settings.tsx'),
  ]),
] satisfies RouteConfig;
