import type { ArtifactManifest } from '@portal/contract/artifact';
import type { Features } from '@portal/contract/config';
import type { Access, Declaration, RouteDeclaration } from '@portal/contract/declaration';
import { declarationFor, featuresNamed, rolesToEnter } from '@portal/contract/declaration';
import { matchesPath } from '@portal/contract/paths';
import type { Refusal } from './refusal.ts';
import { named, refusal } from './refusal.ts';

/** Where the shell sends visitors who have to sign in. */
const SIGN_IN_PATH = '/login';

/**
 * How many features the parts that a visitor gets may name in `when`: each doubles the ways in which visitors can be
 * led.
 */
export const MOST_FEATURES = 8;
/** How many steps of a loop a refusal names. */
const NAMED_LEADS = 5;

/** A part leads visitors from a path to another one. */
interface Lead {
  readonly by: ArtifactManifest;
  /** Pattern of the path. */
  readonly from: string;
  readonly to: string;
  /** The roles that these visitors have, or do not have; all visitors without it. */
  readonly who?: Readonly<Record<string, boolean>>;
}

/** Where a path leads; undefined if visitors stay there. */
type Follow = (path: string) => Lead | undefined;

/** A pattern, and where its paths lead. */
type Step = Pick<Lead, 'from'> & { readonly lead: Lead | undefined };

/** Follows the first step that matches a path. */
function getFirst(steps: readonly Step[]): Follow {
  return (path) => steps.find(({ from }) => matchesPath(from, path))?.lead;
}

const variables = (pattern: string) => pattern.split('/:').length;

/** Follows the step of the most precise pattern, as the router of the page does. */
function getBest(steps: readonly Step[]): Follow {
  return getFirst(steps.toSorted((a, b) => variables(a.from) - variables(b.from)));
}

/** Where a route sends signed-in visitors who may not enter it. */
function refusedStep(by: ArtifactManifest, { path: from, access }: RouteDeclaration): Lead | undefined {
  if (typeof access === 'string') return undefined;
  return { by, from, to: access.otherwise, who: refusedBy(access) };
}

/** The roles that signed-in visitors have, or do not have, who may not enter. */
function refusedBy(access: Exclude<Access, string>): Readonly<Record<string, boolean>> {
  if ('signedInWithout' in access) return { [access.signedInWithout]: true };
  return Object.fromEntries(rolesToEnter(access).map((role) => [role, false]));
}

type Declared = readonly (readonly [ArtifactManifest, Declaration])[];

function redirectSteps(declared: Declared): readonly Step[] {
  return declared.flatMap(([by, { redirects = [] }]) =>
    redirects.map(({ from, to }) => ({ from, lead: { by, from, to } })),
  );
}

function routeSteps(
  declared: Declared,
  findLead: (by: ArtifactManifest, route: RouteDeclaration) => Lead | undefined,
): readonly Step[] {
  return declared.flatMap(([by, { routes }]) =>
    routes.map((route) => ({ from: route.path, lead: findLead(by, route) })),
  );
}

/** The ways of a visitor: by the web server, and inside the page without and with a sign-in. */
function waysThrough(declared: Declared): readonly Follow[] {
  const redirects = redirectSteps(declared);
  const signedOut = routeSteps(declared, (by, { path: from, access }) =>
    access === 'open' ? undefined : { by, from, to: SIGN_IN_PATH },
  );
  return [
    getFirst(redirects),
    getBest([...signedOut, ...redirects]),
    getBest([...routeSteps(declared, refusedStep), ...redirects]),
  ];
}

/** Whether one visitor can go all these ways: nobody has a role and has it not. */
function isPossible(leads: readonly Lead[]): boolean {
  const roles = new Map<string, boolean>();
  const facts = leads.flatMap(({ who = {} }) => Object.entries(who));
  return facts.every(([role, has]) => {
    const before = roles.get(role) ?? has;
    roles.set(role, before);
    return before === has;
  });
}

/** The loops of one way through the portal. A path leads to at most one other, so each path is followed once. */
function findLoops(follow: Follow, starts: readonly string[]): readonly (readonly Lead[])[] {
  const done = new Set<string>();
  const loops: (readonly Lead[])[] = [];
  for (const start of starts) {
    const passed = new Map<string, Lead>();
    let path = start;
    for (let lead = follow(path); lead && !done.has(path); lead = follow(path)) {
      done.add(path);
      passed.set(path, lead);
      path = lead.to;
    }
    const [paths, leads] = [[...passed.keys()], [...passed.values()]];
    if (passed.has(path)) loops.push(leads.slice(paths.indexOf(path)));
  }
  return loops.filter(isPossible);
}

function refuseLoop(loop: readonly Lead[]): Refusal {
  const sides = [...new Set(loop.map(({ by }) => named(by)))];
  const leads = loop.slice(0, NAMED_LEADS).map(({ by, from, to }) => `${named(by)} leads from "${from}" to "${to}"`);
  const more = loop.length > NAMED_LEADS ? ` and ${String(loop.length - NAMED_LEADS)} more` : '';
  return refusal('redirect-loop', sides, `Visitors would go in a circle: ${leads.join(', ')}${more}.`);
}

/** Every way in which these features can be on or off. */
function getSettings([name, ...others]: readonly string[]): readonly Features[] {
  if (name === undefined) return [{}];
  return getSettings(others).flatMap((features) => [true, false].map((value) => ({ ...features, [name]: value })));
}

/** The circles in which redirects and access rules lead some visitor, whichever features are on. */
function findRedirectLoops(manifests: readonly ArtifactManifest[]): readonly (readonly Lead[])[] {
  // More are refused (limits.ts).
  const names = featuresNamed(manifests.map(({ declaration }) => declaration)).slice(0, MOST_FEATURES);
  return getSettings(names).flatMap((features) => {
    const declared = manifests.map((each) => [each, declarationFor(each.declaration, features)] as const);
    const steps = [...redirectSteps(declared), ...routeSteps(declared, refusedStep)];
    const starts = [...new Set([SIGN_IN_PATH, ...steps.flatMap(({ lead }) => lead?.to ?? [])])];
    return waysThrough(declared).flatMap((follow) => findLoops(follow, starts));
  });
}

/** Refuses parts whose redirects and access rules lead some visitor in a circle. */
export function redirectLoops(manifests: readonly ArtifactManifest[]): readonly Refusal[] {
  const refusals = findRedirectLoops(manifests).map(refuseLoop);
  return [...new Map(refusals.map((each) => [each.problem, each])).values()];
}
