import { createHash } from 'node:crypto';
import type { Bucket, VisitorRelease } from '@portal/contract/cohort';
import type { Frame } from '@portal/contract/frame';

/** What one kind of visitors is served: their versions, and the painted frame of their shell. */
export interface VisitorView {
  readonly release: VisitorRelease;
  /** Stands for the versions: the same in every release that gives these visitors the same. */
  readonly digest: string;
  /** Its script and styles do not end the elements that they stand in. */
  readonly frame: Frame;
  /** Number of the newest release, up to this one, that is urgent; 0 for none. */
  readonly urgent: number;
}

/** Fallbacks do not count: nobody is sent to another page because the version changed that would help out. */
function digestOf({ shell, remotes }: VisitorRelease): string {
  const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  return createHash('sha256')
    .update([`shell@${shell.version}`, ...versions.sort()].join('\n'))
    .digest('base64url')
    .slice(0, 12);
}

/** What the visitors of a bucket are served now; undefined while there is no release. */
export interface VisitorViews {
  current(bucket: Bucket): Promise<VisitorView | undefined>;
}

/** The view of visitors; `frame` is that of their shell, `urgent` the number of the newest urgent release. */
export function toView(release: VisitorRelease, frame: Frame, urgent: number): VisitorView {
  return { release, digest: digestOf(release), frame, urgent };
}
