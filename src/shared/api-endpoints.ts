/**
 * Every call of the API: method, path, who may, what goes in and what comes out (spec section 7; interface).
 * The server registers its routes from this table, the browser calls through it, and the OpenAPI page is
 * made of it. Paths stand below `/api`.
 */

import type { z } from 'zod';
import {
  adminRegisterFormSchema,
  authResponseSchema,
  forgotPasswordSchema,
  loginSchema,
  registerFormSchema,
  resetPasswordSchema,
} from './schemas/auth.ts';
import {
  bulkResultSchema,
  messagesBulkSchema,
  propertiesBulkSchema,
  usersBulkSchema,
} from './schemas/bulk.ts';
import { emptySchema, idParamsSchema, messageSchema } from './schemas/common.ts';
import {
  contactFormSchema,
  contactMessageSchema,
  contactQuerySchema,
} from './schemas/contact-message.ts';
import { healthSchema } from './schemas/health.ts';
import {
  propertyFormSchema,
  propertySchema,
  propertyUpdateFormSchema,
} from './schemas/property.ts';
import {
  allPropertiesQuerySchema,
  myPropertiesQuerySchema,
  propertyFilterSchema,
} from './schemas/property-filter.ts';
import { adminStatsQuerySchema, adminStatsSchema, agentStatsSchema } from './schemas/stats.ts';
import {
  agentSchema,
  agentsQuerySchema,
  passwordChangeSchema,
  profileFormSchema,
  profileSchema,
  roleChangeSchema,
  userSchema,
  usersQuerySchema,
} from './schemas/user.ts';

/** Who may make a call: everybody, everybody with a valid token, or those with a role. */
export type Access = 'public' | 'signed-in' | 'agent' | 'admin';

/** One call of the API. */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`, with `:id` for the identifier. */
  path: `/${string}`;
  tag: 'Properties' | 'Users' | 'Accounts' | 'Messages' | 'Statistics' | 'Service';
  summary: string;
  /** `agent` stands for agents and admins. */
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  /** The JSON body, or the text fields of a multipart one. */
  body?: z.ZodType;
  /** The name of the file part of a multipart body. */
  files?: { name: string; most: number };
  /** Status of success. */
  status: 200 | 201 | 202 | 204;
  response: z.ZodType;
  /** A list is paged: `page` and `limit`, and the headers X-Total-Count and Link. */
  paged?: true;
  /** What visitors see may change: nothing that was kept in memory is used after its answer. */
  changesPublicData?: true;
};

/** Keeps each entry's own types while checking its form. */
function endpoint<const E extends Endpoint>(entry: E): E {
  return entry;
}

export const endpoints = {
  // --- Accounts
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    tag: 'Accounts',
    summary: 'Sign in',
    access: 'public',
    body: loginSchema,
    status: 200,
    response: authResponseSchema,
  }),
  register: endpoint({
    method: 'POST',
    path: '/auth/register',
    tag: 'Accounts',
    summary: 'Sign up, or make an account for somebody else as an admin',
    access: 'public',
    // Which of the two forms holds depends on the caller; without an admin's token it is the first.
    body: registerFormSchema.or(adminRegisterFormSchema),
    status: 201,
    response: authResponseSchema,
    changesPublicData: true,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    tag: 'Accounts',
    summary: 'End the session of the token',
    access: 'signed-in',
    status: 204,
    response: emptySchema,
  }),
  forgotPassword: endpoint({
    method: 'POST',
    path: '/auth/forgot-password',
    tag: 'Accounts',
    summary: 'Ask for a mail with a link to choose a new password',
    access: 'public',
    body: forgotPasswordSchema,
    status: 202,
    response: messageSchema,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    tag: 'Accounts',
    summary: 'Choose a new password with the token from the mail',
    access: 'public',
    body: resetPasswordSchema,
    status: 200,
    response: messageSchema,
  }),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/users/profile',
    tag: 'Accounts',
    summary: 'Change one’s own name, e-mail address and picture',
    access: 'signed-in',
    body: profileFormSchema,
    files: { name: 'avatar', most: 1 },
    status: 200,
    response: profileSchema,
    changesPublicData: true,
  }),
  changePassword: endpoint({
    method: 'PUT',
    path: '/users/profile/password',
    tag: 'Accounts',
    summary: 'Change one’s own password',
    access: 'signed-in',
    body: passwordChangeSchema,
    status: 200,
    response: messageSchema,
  }),

  // --- Properties
  listProperties: endpoint({
    method: 'GET',
    path: '/properties',
    tag: 'Properties',
    summary: 'Search the available listings',
    access: 'public',
    query: propertyFilterSchema,
    status: 200,
    response: propertySchema.array(),
    paged: true,
  }),
  listMyProperties: endpoint({
    method: 'GET',
    path: '/properties/my-listings',
    tag: 'Properties',
    summary: 'One’s own listings, newest first unless sorted otherwise',
    access: 'agent',
    query: myPropertiesQuerySchema,
    status: 200,
    response: propertySchema.array(),
    paged: true,
  }),
  listAllProperties: endpoint({
    method: 'GET',
    path: '/properties/all',
    tag: 'Properties',
    summary: 'Everybody’s listings, available or not, newest first unless sorted otherwise',
    access: 'admin',
    query: allPropertiesQuerySchema,
    status: 200,
    response: propertySchema.array(),
    paged: true,
  }),
  getProperty: endpoint({
    method: 'GET',
    path: '/properties/:id',
    tag: 'Properties',
    summary: 'One listing, available or not',
    access: 'public',
    params: idParamsSchema,
    status: 200,
    response: propertySchema,
  }),
  createProperty: endpoint({
    method: 'POST',
    path: '/properties',
    tag: 'Properties',
    summary: 'Publish a listing',
    access: 'agent',
    body: propertyFormSchema,
    files: { name: 'images', most: 30 },
    status: 201,
    response: propertySchema,
    changesPublicData: true,
  }),
  updateProperty: endpoint({
    method: 'PUT',
    path: '/properties/:id',
    tag: 'Properties',
    summary: 'Change a listing, add and remove pictures',
    access: 'agent',
    params: idParamsSchema,
    body: propertyUpdateFormSchema,
    files: { name: 'images', most: 30 },
    status: 200,
    response: propertySchema,
    changesPublicData: true,
  }),
  toggleAvailability: endpoint({
    method: 'PATCH',
    path: '/properties/:id/toggle-availability',
    tag: 'Properties',
    summary: 'Mark a listing as sold or rented, or as available again',
    access: 'agent',
    params: idParamsSchema,
    status: 200,
    response: propertySchema,
    changesPublicData: true,
  }),
  deleteProperty: endpoint({
    method: 'DELETE',
    path: '/properties/:id',
    tag: 'Properties',
    summary: 'Delete a listing and its pictures',
    access: 'agent',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
    changesPublicData: true,
  }),

  changeProperties: endpoint({
    method: 'POST',
    path: '/properties/bulk',
    tag: 'Properties',
    summary: 'Mark or delete several listings, each as if it were asked for alone',
    access: 'agent',
    body: propertiesBulkSchema,
    status: 200,
    response: bulkResultSchema,
    changesPublicData: true,
  }),

  // --- Users
  listAgents: endpoint({
    method: 'GET',
    path: '/users/agents',
    tag: 'Users',
    summary: 'The agents, by name',
    access: 'public',
    query: agentsQuerySchema,
    status: 200,
    response: agentSchema.array(),
    paged: true,
  }),
  getAgent: endpoint({
    method: 'GET',
    path: '/users/agents/:id',
    tag: 'Users',
    summary: 'One agent',
    access: 'public',
    params: idParamsSchema,
    status: 200,
    response: agentSchema,
  }),
  listUsers: endpoint({
    method: 'GET',
    path: '/users',
    tag: 'Users',
    summary: 'The accounts, newest first unless sorted otherwise',
    access: 'admin',
    query: usersQuerySchema,
    status: 200,
    response: userSchema.array(),
    paged: true,
  }),
  changeRole: endpoint({
    method: 'PUT',
    path: '/users/:id',
    tag: 'Users',
    summary: 'Change an account’s role',
    access: 'admin',
    params: idParamsSchema,
    body: roleChangeSchema,
    status: 200,
    response: userSchema,
    changesPublicData: true,
  }),
  deleteUser: endpoint({
    method: 'DELETE',
    path: '/users/:id',
    tag: 'Users',
    summary: 'Delete an account, and an agent’s listings with it',
    access: 'admin',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
    changesPublicData: true,
  }),

  changeUsers: endpoint({
    method: 'POST',
    path: '/users/bulk',
    tag: 'Users',
    summary:
      'Change the role of several accounts, or delete them, each as if it were asked for alone',
    access: 'admin',
    body: usersBulkSchema,
    status: 200,
    response: bulkResultSchema,
    changesPublicData: true,
  }),

  // --- Messages
  sendMessage: endpoint({
    method: 'POST',
    path: '/contact',
    tag: 'Messages',
    summary: 'Send a message through the contact form',
    access: 'public',
    body: contactFormSchema,
    status: 201,
    response: messageSchema,
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/contact',
    tag: 'Messages',
    summary: 'The messages, newest first unless sorted otherwise',
    access: 'admin',
    query: contactQuerySchema,
    status: 200,
    response: contactMessageSchema.array(),
    paged: true,
  }),
  markMessageRead: endpoint({
    method: 'PATCH',
    path: '/contact/:id/read',
    tag: 'Messages',
    summary: 'Mark a message as read',
    access: 'admin',
    params: idParamsSchema,
    status: 200,
    response: contactMessageSchema,
  }),
  deleteMessage: endpoint({
    method: 'DELETE',
    path: '/contact/:id',
    tag: 'Messages',
    summary: 'Delete a message',
    access: 'admin',
    params: idParamsSchema,
    status: 204,
    response: emptySchema,
  }),

  changeMessages: endpoint({
    method: 'POST',
    path: '/contact/bulk',
    tag: 'Messages',
    summary: 'Mark or delete several messages, each as if it were asked for alone',
    access: 'admin',
    body: messagesBulkSchema,
    status: 200,
    response: bulkResultSchema,
  }),

  // --- Statistics
  adminStats: endpoint({
    method: 'GET',
    path: '/admin/stats',
    tag: 'Statistics',
    summary: 'Figures about the whole site',
    access: 'admin',
    query: adminStatsQuerySchema,
    status: 200,
    response: adminStatsSchema,
  }),
  agentStats: endpoint({
    method: 'GET',
    path: '/agent/stats',
    tag: 'Statistics',
    summary: 'Figures about one’s own listings',
    access: 'agent',
    status: 200,
    response: agentStatsSchema,
  }),

  // --- Service
  health: endpoint({
    method: 'GET',
    path: '/health',
    tag: 'Service',
    summary: 'Whether the database answers',
    access: 'public',
    status: 200,
    response: healthSchema,
  }),
} satisfies Record<string, Endpoint>;

/** The table itself, by name of call. */
export type Endpoints = typeof endpoints;
/** The name of a call. */
export type EndpointName = keyof Endpoints;
