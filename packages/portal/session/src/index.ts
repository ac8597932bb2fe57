export { CallError, lateAnswer, type CallErrorKind, type ErrorCode } from './call-error.ts';
export type { SessionEnvironment } from './environment.ts';
export type { Session } from './session-core.ts';
export { isSessionOver, rememberAddress, session, startSession, useSession, useUser } from './session.ts';
export type { SessionState } from './state.ts';
export { useDraft } from './use-draft.ts';
export { useReminders } from './use-reminders.ts';
