import type { ArtifactManifest } from '@portal/contract/artifact';
import type { RouteDeclaration } from '@portal/contract/declaration';
import { claims, declarationFor, isFor } from '@portal/contract/declaration';
import type { Features } from '@portal/contract/config';
import type { Language } from '@portal/contract/language';
import { matchesPath } from '@portal/contract/paths';
import type { Buckets, Release, ReleaseView } from '@portal/release/format/release';
import { canaryPartsFor, getViews, listBucketingKeys, liveParts, viewFor } from '@portal/release/format/release';
import { createHash } from 'node:crypto';
import type { PreviewClaim } from '@portal/release/release-log/preview-token';
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

/**
 * The hash of a view's versions, and of what a preview has in their place. Ignores fallbacks, because an open page need
 * not reload when a fallback changes.
 */
export function computeDigest({ shell, remotes }: ReleaseView, { override }: Partial<PreviewClaim> = {}): string {
  const versions = Object.entries(remotes).map(([name, { version }]) => `${name}@${version}`);
  return createHash('sha256')
    .update(
      [
        `shell@${shell.version}`,
        ...versions.sort(),
        ...(override ? [`override ${override.part} ${override.origin}`] : []),
      ].join('\n'),
    )
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

let viewCount = 0;

/** `frame` belongs to the view's shell, `urgent` is the number of the newest urgent release. */
export function toView(release: ReleaseView, frame: Frame, urgent: number, preview?: PreviewClaim): VisitorView {
  viewCount += 1;
  return { id: String(viewCount), release, digest: computeDigest(release, preview), frame, urgent, preview };
}

/** Details of a release besides its versions. */
interface ServingDetails {
  readonly frames: ReadonlyMap<ArtifactManifest, Frame>;
  readonly urgent: number;
}

/** The views of `release`, each made for the first visitor who gets it. */
export function createViews(release: Release, { frames, urgent }: ServingDetails): LiveViews {
  const made = new Map<string, VisitorView>();
  const getVisitors = (view: ReleaseView): VisitorView => {
    const key = view.canaryParts.join(' ');
    const frame = frames.get(view.shell.manifest);
    if (!frame) throw new Error(`shell ${view.shell.version} has no prerendered frame`);
    const visitors = made.get(key) ?? toView(view, frame, urgent);
    made.set(key, visitors);
    return visitors;
  };
  const digests = new Map<string, VisitorView>();
  return {
    number: release.number,
    bucketingKeys: listBucketingKeys(release),
    getView: (buckets) =>
      made.get(canaryPartsFor(release, buckets).join(' ')) ?? getVisitors(viewFor(release, buckets)),
    withDigest(digest) {
      if (digests.size === 0)
        for (const visitors of getViews(release).map(getVisitors)) digests.set(visitors.digest, visitors);
      return digests.get(digest);
    },
  };
}

/** Path of the route for unknown paths. */
export const NOT_FOUND_PATH = '/404.html';

/** A route and the part that it belongs to. */
export interface OwnedRoute {
  readonly manifest: ArtifactManifest;
  readonly route: RouteDeclaration;
}

/** The roles that nobody has to have: what is for these is for everybody. */
const NO_ROLES: readonly string[] = [];

/** The remotes that exist for accounts with these roles; by default those for everybody. */
export function remotesFor({ remotes }: ReleaseView, roles = NO_ROLES): ReleaseView['remotes'] {
  return Object.fromEntries(Object.entries(remotes).filter(([, { manifest }]) => isFor(manifest.declaration, roles)));
}

/**
 * The versions that a visitor with these roles gets: the shell first, then every remote. Pages are for visitors whose
 * roles nobody knows yet.
 */
export function liveManifests(view: ReleaseView, roles = NO_ROLES): readonly ArtifactManifest[] {
  return liveParts({ ...view, remotes: remotesFor(view, roles) }).map(({ manifest }) => manifest);
}

/** Whether a path belongs to a part that exists for some accounts alone. */
export function isRestricted({ remotes }: ReleaseView, pathname: string, features: Features): boolean {
  return Object.values(remotes).some(
    ({ manifest: { declaration } }) =>
      !isFor(declaration, NO_ROLES) && claims(declarationFor(declaration, features), pathname),
  );
}

/** When the newest of the versions that a visitor gets was built; ISO 8601, UTC. */
export function newestBuild(view: ReleaseView): string | undefined {
  return liveParts(view)
    .map(({ builtAt }) => builtAt)
    .toSorted()
    .at(-1);
}

/**
 * Finds the route of a path, in the same order as the page's inline script: the shell's routes first, then the
 * remotes'.
 */
export function findRoute(release: ReleaseView, pathname: string, features: Features): OwnedRoute | undefined {
  for (const manifest of liveManifests(release)) {
    const { routes } = declarationFor(manifest.declaration, features);
    const route = routes.find(({ path }) => matchesPath(path, pathname));
    if (route) return { manifest, route };
  }
  return undefined;
}

/** The target of a declared redirect. */
export function findRedirect(release: ReleaseView, pathname: string, features: Features): string | undefined {
  return liveManifests(release)
    .flatMap(({ declaration }) => declarationFor(declaration, features).redirects ?? [])
    .find(({ from }) => matchesPath(from, pathname))?.to;
}

export function declaredText({ declaration }: ArtifactManifest, key: string, language: Language): string {
  return declaration.texts[key]?.[language] ?? '';
}

/** Scripts that every page of a part needs besides the entry. */
export function initialScripts({ pages }: ArtifactManifest): readonly string[] {
  const [first = [], ...others] = Object.values(pages);
  return first.filter((file) => others.every((page) => page.includes(file)));
}
