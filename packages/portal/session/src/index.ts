export { CallError, lateAnswer, type CallErrorKind, type ErrorCode } from './call-error.ts';
export type { SessionEnvironment } from './environment.ts';
export type { Session } from './session-core.ts';
export { isSessionOver, rememberAddress, session, startSession, useSession, useUser } from './session.ts';
export type { EndReason, SessionState } from './state.ts';
export type { Tokens } from './tokens.ts';
export { useDraft } from './use-draft.ts';
export { type Reminders, useReminders } from './use-reminders.ts';
