export { CallError, type CallErrorKind, type ErrorCode } from './call-error.ts';
export { changeSharing } from './calls/change-sharing.ts';
export { getAccount } from './calls/get-account.ts';
export { getHubs } from './calls/get-hubs.ts';
export { getTokens } from './calls/get-tokens.ts';
export { logOut } from './calls/log-out.ts';
export { signInAddress } from './calls/sign-in-address.ts';
export type { Hub, HubType, Sharing } from './hub.ts';
export { startApi } from './transport.ts';
