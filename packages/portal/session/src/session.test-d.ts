/** What the types of the session promise to remotes: the type checker fails if an expected error does not occur. */
import type { User } from '@portal/contract/user';
import type { Session, SessionState } from './index.ts';
import { CallError, session, useDraft, useUser } from './index.ts';

export const draft = useDraft satisfies (key: string) => readonly [text: string, change: (text: string) => void];
// @ts-expect-error A draft has a key.
export const draftWithoutKey = useDraft satisfies () => unknown;

export const user = useUser satisfies () => User;
// @ts-expect-error Nobody changes the user in place.
export const rename = (someone: User) => (someone.firstName = '');

export const findUser = (state: SessionState) => (state.status === 'authenticated' ? state.user : undefined);
// @ts-expect-error There is a user only while somebody is signed in.
export type AnyUser = SessionState['user'];

export const one = session satisfies Session;
// @ts-expect-error Only the shell starts the session, by `startSession`.
export type Start = Session['start'];

// @ts-expect-error A failure is one of the known kinds.
export const unknownKind = new CallError('GET hubs', 'odd');
