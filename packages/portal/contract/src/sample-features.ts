import type { PortalConfig } from './config.ts';

/**
 * The features of the configuration that `npm start` serves, and with which a check opens pages: all that the portal's
 * own parts name.
 */
export const SAMPLE_FEATURES = {
  singleSignOn: true,
  staff: true,
  accountPassword: true,
  notifications: true,
} satisfies PortalConfig['features'];
