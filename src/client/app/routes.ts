/** Every page of the product and its file (spec section 2, Route table). */

import { index, layout, route, type RouteConfig } from '@react-router/dev/routes';

/** The primitives in all their states; only while developing. */
const gallery =
  process.env['NODE_ENV'] === 'production' ? [] : [route('dev/ui', 'pages/ui-gallery.tsx')];

export default [
  layout('layout/public-layout.tsx', [
    index('pages/home.tsx'),
    route('for-sale', 'pages/for-sale.tsx'),
    route('for-rent', 'pages/for-rent.tsx'),
    route('agents', 'pages/agents.tsx'),
    route('agent-listings', 'pages/agent-listings.tsx'),
    route('about', 'pages/about.tsx'),
    route('contact', 'pages/contact.tsx'),
    route('property/:id', 'pages/property.tsx'),
    route('profile', 'pages/profile.tsx'),
    ...gallery,
    route('*', 'pages/not-found.tsx'),
  ]),
  layout('layout/account-layout.tsx', [
    route('login', 'pages/login.tsx'),
    route('register', 'pages/register.tsx'),
    route('forgot-password', 'pages/forgot-password.tsx'),
    route('reset-password', 'pages/reset-password.tsx'),
  ]),
  route('dashboard', 'layout/dashboard-layout.tsx', [
    index('pages/overview.tsx', { id: 'dashboard-index' }),
    route('overview', 'pages/overview.tsx'),
    route('my-listings', 'pages/my-listings.tsx'),
    route('add-listing', 'pages/add-listing.tsx'),
    route('edit-listing/:id', 'pages/edit-listing.tsx'),
    route('manage-users', 'pages/manage-users.tsx'),
    route('manage-properties', 'pages/manage-properties.tsx'),
    route('messages', 'pages/messages.tsx'),
  ]),
] satisfies RouteConfig;
