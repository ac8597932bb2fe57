import { rolesToEnter } from '@portal/contract/declaration';
import type { RouteDeclaration } from '@portal/contract/declaration';
import type { Release, ReleasedPart, ReleaseView } from '../../format/release.ts';
import { getViews, liveParts } from '../../format/release.ts';
import { refuseIfAny } from '../../policy/refusal.ts';
import type { Check } from '../../store/checks.ts';
import type { PlannedRelease, Store } from '../../store/store.ts';
import { NextRelease } from '../next-release.ts';
import type { Person, ScreenViewer } from '../screens/screen.ts';
import { copyFiles, isAddress, peopleFor, releaseToOpen, listRoutes, describeScreen } from '../screens/screen.ts';

/** Who wants versions to be checked; several if they go live together. */
interface CheckRequest {
  readonly by: string;
  readonly versions: Readonly<Record<string, string>>;
}

/** What a check found, before it is recorded. */
export type Findings = Omit<Check, 'schema' | 'at' | 'by'>;

const SEEN_LENGTH = 1000;
const SEEN_COUNT = 20;

/** The release that would give these versions to everybody. @throws {RefusedError} if the policy allows none. */
async function plan(store: Store, live: Release | undefined, { by, versions }: CheckRequest): Promise<PlannedRelease> {
  const change = { action: 'promote', versions } as const;
  const next = new NextRelease(store, live, { by, reason: 'To check it', change });
  for (const [name, version] of Object.entries(versions)) {
    next.setVersion(name, version);
    next.endCanary(name);
  }
  const { release, refusals } = await next.plan();
  refuseIfAny(refusals);
  if (!release) throw new Error('a plan without a refusal has a release');
  return release;
}

/**
 * The view without canaries, and those with the canaries of one bucketing key: they contain every pair of a checked
 * version and another one.
 */
function viewsToOpen(planned: PlannedRelease): readonly ReleaseView[] {
  const keysIn = ({ canaryParts }: ReleaseView) =>
    new Set(canaryParts.map((name) => planned.canaries[name]?.bucketingKey));
  return getViews({ ...planned, previous: null }).filter((view) => keysIn(view).size <= 1);
}

/**
 * The parts whose pages are opened in a view: the checked ones; for a shell also all remotes, in a canary's view those
 * of the canary.
 */
function partsToOpen(
  { shell, remotes, canaryParts }: ReleaseView,
  versions: CheckRequest['versions'],
): readonly ReleasedPart[] {
  const isTouched = (name: string) =>
    Object.hasOwn(versions, name) ||
    (Object.hasOwn(versions, 'shell') && (canaryParts.length === 0 || canaryParts.includes(name)));
  return Object.entries({ shell, ...remotes })
    .filter(([name]) => isTouched(name))
    .map(([, part]) => part);
}

/** Why a declared page is not opened; undefined if it can be. */
function obstacle(part: ReleasedPart, route: RouteDeclaration): string | undefined {
  if (!isAddress(route)) return 'Its address has a parameter.';
  if (peopleFor(part, route).length > 0) return undefined;
  const roles = rolesToEnter(route.access);
  const { onlyFor } = part.manifest.declaration;
  return `No sample person has the role ${(roles.length === 0 && onlyFor ? onlyFor.anyRole : roles).join(' or ')}.`;
}

/** The declared paths that have no page in the sample configuration. */
function switchedOff(part: ReleasedPart): readonly string[] {
  const on = new Set(listRoutes(part).map(({ path }) => path));
  return part.manifest.declaration.routes.map(({ path }) => path).filter((path) => !on.has(path));
}

type Page = Check['pages'][number];

/** Opens the pages of versions, and keeps what was seen. */
class Checking {
  readonly #viewer: ScreenViewer;
  readonly #onStep: (step: string) => void;
  readonly #pages = new Map<string, Page>();
  readonly #notOpened = new Map<string, Check['notOpened'][number]>();

  constructor(viewer: ScreenViewer, onStep: (step: string) => void) {
    this.#viewer = viewer;
    this.#onStep = onStep;
  }

  get found(): Pick<Check, 'pages' | 'notOpened'> {
    return { pages: [...this.#pages.values()], notOpened: [...this.#notOpened.values()] };
  }

  /** Opens the pages of a part in the view that is the live release of this number. */
  async openPart(part: ReleasedPart, view: ReleaseView, release: number): Promise<void> {
    const { name } = part.manifest;
    for (const path of switchedOff(part))
      this.#notOpened.set(path, { part: name, path, why: 'The sample configuration does not switch it on.' });
    for (const route of listRoutes(part)) {
      const { path } = route;
      const why = obstacle(part, route);
      if (why !== undefined) this.#notOpened.set(path, { part: name, path, why });
      else
        for (const person of peopleFor(part, route)) {
          this.#onStep(`${name}@${part.version}: ${path}, ${person} …`);
          const seen = await this.#viewer.open(describeScreen(part, route, person, release, liveParts(view)));
          this.#keep(name, path, release - 1, person, seen);
        }
    }
  }

  #keep(part: string, path: string, view: number, person: Person, seen: readonly string[]): void {
    const page = this.#pages.get(path) ?? { part, path, opened: 0, faults: [] };
    page.opened += 1;
    if (seen.length > 0)
      page.faults.push({ view, person, seen: seen.slice(0, SEEN_COUNT).map((text) => text.slice(0, SEEN_LENGTH)) });
    this.#pages.set(path, page);
  }
}

const versionsIn = (remotes: Release['remotes']) =>
  Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));

/**
 * Opens every page of these versions as everybody would get them, with and without each canary that runs. `scratch` is
 * an empty store, whose live release the viewer sees; the other one is only read. @throws {RefusedError} if the policy
 * would not release them.
 */
export async function checkVersions(
  store: Store,
  scratch: Store,
  viewer: ScreenViewer,
  request: CheckRequest,
  onStep: (step: string) => void,
): Promise<Findings> {
  const live = await store.latestRelease();
  const views = viewsToOpen(await plan(store, live, request));
  const parts = views.flatMap((view) => liveParts(view));
  const distinct = new Map(parts.map((part) => [`${part.manifest.name}@${part.version}`, part]));
  for (const part of distinct.values()) await copyFiles(store, scratch, part);
  const checking = new Checking(viewer, onStep);
  for (const [index, view] of views.entries()) {
    const number = index + 1;
    await scratch.createRelease(releaseToOpen(view.shell, Object.values(view.remotes), number));
    for (const part of partsToOpen(view, request.versions)) await checking.openPart(part, view, number);
  }
  return {
    versions: { ...request.versions },
    release: live?.number ?? 0,
    views: views.map(({ shell, remotes, canaryParts }) => ({
      shell: shell.version,
      remotes: versionsIn(remotes),
      canaries: [...canaryParts],
    })),
    ...checking.found,
  };
}
