/** Every state of every screen other than the initial one. */

import { ACCOUNT_STATES } from './account-states.ts';
import { ADMIN_STATES } from './admin-states.ts';
import { ALERT_STATES } from './alert-states.ts';
import { AGENT_STATES } from './agent-states.ts';
import { JOB_STATES } from './job-states.ts';
import { PROPERTY_STATES } from './property-states.ts';
import { PUBLIC_STATES } from './public-states.ts';
import { OFFICE_STATES } from './office-states.ts';
import { MARKET_STATES } from './market-states.ts';
import { INTEGRATION_STATES } from './integration-states.ts';
import type { ScreenState } from './screen.ts';
import { TOUR_STATES } from './tour-states.ts';

export const STATES: readonly ScreenState[] = [
  ...PUBLIC_STATES,
  ...PROPERTY_STATES,
  ...ACCOUNT_STATES,
  ...AGENT_STATES,
  ...ADMIN_STATES,
  ...TOUR_STATES,
  ...JOB_STATES,
  ...ALERT_STATES,
  ...MARKET_STATES,
  ...INTEGRATION_STATES,
  ...OFFICE_STATES,
];
