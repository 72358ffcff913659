/** Valid bodies and forms of endpoints that require a permission, used by permission tests. */

import type { EndpointName } from '#shared/api-endpoints.ts';
import { buildPropertyForm, toFormData } from '#tests/factories/build-property-form.ts';
import { USER_PASSWORD } from '#tests/factories/build-user-row.ts';

/** The values that the bodies and forms contain. */
export interface Targets {
  /** IDs by the first part of the path, such as `properties`. */
  records: Record<string, string>;
  /** The agent to whom records are reassigned. */
  agentId: string;
  /** Returns the time a number of hours from now, in ISO 8601 format. */
  inHours: (hours: number) => string;
  picture: Buffer;
}

const SITE = { name: 'Late Homes' };

/** Valid bodies. The other endpoints that require a permission have no JSON body. */
const BODIES: Partial<Record<EndpointName, (targets: Targets) => unknown>> = {
  changePassword: () => ({ currentPassword: USER_PASSWORD, newPassword: 'another-password' }),
  setUpTwoFactor: () => ({ currentPassword: USER_PASSWORD }),
  confirmTwoFactor: () => ({ code: '123456' }),
  replaceRecoveryCodes: () => ({ currentPassword: USER_PASSWORD, code: '123456' }),
  removeTwoFactor: () => ({ currentPassword: USER_PASSWORD, code: '123456' }),
  getPasskeyOptions: () => ({ currentPassword: USER_PASSWORD }),
  addPasskey: () => ({
    name: 'Late',
    response: {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {
        clientDataJSON: Buffer.from('{"challenge":"AAAA"}').toString('base64url'),
        attestationObject: 'AAAA',
      },
    },
  }),
  changeInquiry: () => ({ note: 'late' }),
  answerInquiry: () => ({ message: 'late' }),
  changeTour: () => ({ status: 'booked' }),
  changeMessages: (targets) => ({ ids: [targets.records['contact']], action: 'delete' }),
  readNotifications: () => ({ all: true }),
  addOpenHouse: (targets) => ({ start: targets.inHours(30), end: targets.inHours(32) }),
  changeProperties: (targets) => ({
    ids: [targets.records['properties']],
    action: 'mark-unavailable',
  }),
  decideReport: () => ({ decision: 'dismissed' }),
  createSavedSearch: () => ({ search: { city: 'Austin' }, frequency: 'never' }),
  changeSavedSearch: () => ({ frequency: 'never' }),
  changePreferences: () => ({ alertsOnFavorites: false }),
  setTourHours: () => ({
    isEnabled: true,
    mode: 'instant',
    timeZone: 'UTC',
    slotMinutes: 30,
    noticeHours: 24,
    daysAhead: 14,
    weekly: [{ day: 1, from: '09:00', to: '17:00' }],
  }),
  changeRole: () => ({ role: 'agent' }),
  changePrice: () => ({ price: '250000', before: 0 }),
  reassignProperties: (targets) => ({
    propertyIds: [targets.records['properties']],
    agentId: targets.agentId,
    withInquiries: true,
  }),
  assignInquiry: (targets) => ({ agentId: targets.agentId }),
  createInvitation: () => ({ email: 'late@example.org', role: 'user' }),
  createOfficeInvitation: () => ({ email: 'late@example.org' }),
  setOfficeMember: () => ({ role: 'member' }),
  createApiKey: () => ({ name: 'Late', scopes: ['reso:read'] }),
  decideAgentRequest: () => ({ decision: 'declined' }),
  decideReview: () => ({ decision: 'approved' }),
  setVerification: () => ({ isVerified: true }),
  changeUsers: (targets) => ({ ids: [targets.records['users']], action: 'delete' }),
  saveFavorite: () => ({ note: 'late' }),
  mergeFavorites: (targets) => ({ ids: [targets.records['properties']] }),
  createShortlist: () => ({ name: 'Late' }),
  renameShortlist: () => ({ name: 'Late' }),
  voteOnShortlistHome: () => ({ vote: 'yes' }),
  commentOnShortlistHome: () => ({ text: 'late' }),
  createShortlistLink: () => ({ mode: 'edit' }),
  joinShortlist: () => ({ token: 'x'.repeat(43) }),
  createWebhook: () => ({ url: 'https://example.org/late', events: ['listing.published'] }),
  changeWebhook: () => ({ description: 'Late' }),
  createDataSource: (targets) => ({
    name: 'Late',
    baseUrl: 'https://example.org/late',
    auth: { kind: 'bearer', token: 'late' },
    defaultAgentId: targets.agentId,
  }),
  changeDataSource: () => ({ name: 'Late' }),
};

/** Valid forms of endpoints that accept files and require a permission. */
const FORMS: Partial<Record<EndpointName, (targets: Targets) => FormData>> = {
  changeProfile: () => toForm({ name: 'Late Name', email: 'late@example.org' }),
  createImport: () => {
    const form = new FormData();
    form.append('file', new Blob(['ListingKey\n1']), 'late.csv');
    return form;
  },
  createOffice: () => toForm({ office: JSON.stringify({ name: 'Late Office' }) }),
  changeOffice: () => toForm({ office: JSON.stringify({ about: 'Late.' }) }),
  createProperty: (targets) => listingForm(targets),
  updateProperty: (targets) => listingForm(targets),
  changeSite: () => toForm({ site: JSON.stringify(SITE) }),
  replaceLicenses: () => {
    const form = new FormData();
    form.append('file', new Blob(['number,state,name,expires\n1,TX,A B,2090-01-01']), 'a.csv');
    return form;
  },
  importSite: () =>
    toForm({
      site: JSON.stringify({ format: 'doorstep-site', version: 1, site: SITE, pictures: {} }),
    }),
};

function toForm(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

const listingForm = ({ picture }: Targets) =>
  toFormData(buildPropertyForm({ title: 'Late listing' }), [{ name: '1.jpg', data: picture }]);

/** Returns a valid body for an endpoint that requires a permission; undefined if it has no JSON body. */
export const findValidBody = (name: EndpointName, targets: Targets): unknown =>
  BODIES[name]?.(targets);

/** Returns a valid form for an endpoint that requires a permission; undefined if it accepts no files. */
export const findValidForm = (name: EndpointName, targets: Targets): FormData | undefined =>
  FORMS[name]?.(targets);
