import { createHash } from 'node:crypto';
import type { Buckets, ReleaseView } from '@portal/release/format/release';
import type { PreviewClaim } from '@portal/release/log/preview-token';
import type { Frame } from '@portal/contract/frame';

/** A view with what the server serves with it, such as the prerendered frame of its shell. */
export interface VisitorView {
  /** Different for each view of each served release in this process; short, because it begins the keys of caches. */
  readonly id: string;
  readonly release: ReleaseView;
  /** Hash of the versions: the same in every release that gives these visitors the same versions. */
  readonly digest: string;
  /** Checked: its scripts and styles do not end their elements early. */
  readonly frame: Frame;
  /** Number of the newest release, up to this one, that is urgent; 0 for none. */
  readonly urgent: number;
  /** What the preview says that shows this view; undefined for what visitors get. */
  readonly preview?: PreviewClaim | undefined;
}

/** The hash of a view's versions. Ignores fallbacks, because an open page need not reload when a fallback changes. */
export function computeDigest({ shell, remotes }: ReleaseView): string {
  const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  return createHash('sha256')
    .update([`shell@${shell.version}`, ...versions.sort()].join('\n'))
    .digest('base64url')
    .slice(0, 12);
}

/** The views of the served release. */
export interface LiveViews {
  readonly number: number;
  /** The bucketing keys of its canaries. */
  readonly bucketingKeys: readonly string[];
  /** The view of a visitor with these buckets; the same object for all visitors who get the same versions. */
  getView(buckets: Buckets): VisitorView;
  /** The view with this hash; undefined if no visitor gets it. */
  withDigest(digest: string): VisitorView | undefined;
}

export interface VisitorViews {
  /** Undefined while there is no release. */
  current(): Promise<LiveViews | undefined>;
  /** The view with this hash, also of a release that was served before: open pages keep theirs. */
  withDigest(digest: string): Promise<VisitorView | undefined>;
}

let views = 0;

/** `frame` belongs to the view's shell, `urgent` is the number of the newest urgent release. */
export function toView(release: ReleaseView, frame: Frame, urgent: number, preview?: PreviewClaim): VisitorView {
  views += 1;
  return { id: String(views), release, digest: computeDigest(release), frame, urgent, preview };
}
