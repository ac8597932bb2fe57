import type { ReleaseWriter } from '@portal/release/operations/release-writer';
import type { Approval } from '@portal/release/access/requests';
import type { Identity } from '@portal/release/access/identity';
import type { Store } from '@portal/release/store';
import type { WatcherStatus } from '@portal/release-watcher/watcher';
import type { Session } from '../sign-in/sessions.ts';

/** What only a release service knows. */
interface ServiceView {
  /** Who is signed in, and what the access rules allow. @throws {RefusedError} if no rule names the person. */
  identity(): Promise<Identity>;
  /** What waits for a second person's answer. */
  approvals(): Promise<readonly Approval[]>;
  /** Answers as the person who is signed in. */
  answer(id: string, answer: 'yes' | 'no'): Promise<void>;
}

/** What the console reads and changes, in the name of the person who is signed in. */
export interface Backend {
  readonly store: Store;
  readonly writer: ReleaseWriter;
  /** Answers as `writer` would, and changes nothing. */
  readonly dryRun: () => ReleaseWriter;
  /** What the watcher sees, as new as possible. */
  readonly watch: () => Promise<WatcherStatus>;
  /** Undefined if the console works on the store itself. */
  readonly service: ServiceView | undefined;
}

export type BackendOf = (session: Session) => Backend;
