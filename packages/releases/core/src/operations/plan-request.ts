import type { Release } from '../format/release.ts';
import { checkAgainstLive, notPublished } from '../policy/policy.ts';
import type { Stage } from '../format/staged-plan.ts';
import { describePlan } from '../format/staged-plan.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusal } from '../policy/refusal.ts';
import { readGuard } from './guarded-promotion.ts';
import { failedBefore, judgedChange, checkRequirements } from './check-requirements.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import { readSteps } from '../store/version-history.ts';
import type { RollbackTarget } from './rollback-target.ts';
import { chooseRollbackTarget, describeGap, describePassedOver } from './rollback-target.ts';
import type { CanaryRequest, Plan } from './next-release.ts';
import { NextRelease, NO_SHELL } from './next-release.ts';
import type { ChangeBy, ReleaseRequest } from '../policy/release-request.ts';
import { incompleteRequest, namedVersions, requestRefusal } from '../policy/release-request.ts';

/** Sets the version that everybody gets, and ends a canary of the part; null takes the remote out. */
function setForEverybody(next: NextRelease, name: string, version: string | null): void {
  if (version === null && name === 'shell') next.refuse(NO_SHELL);
  next.setVersion(name, version);
  next.endCanary(name);
}

function setForShare(next: NextRelease, live: Release | undefined, name: string, canary: CanaryRequest) {
  const { version } = canary;
  if (liveVersion(live, name) === version)
    next.refuse(
      refusal(
        'already-live',
        [`${name} ${version}`, `release ${String(live?.number)}`],
        `Everybody has ${name} ${version} already, in release ${String(live?.number)}.`,
      ),
    );
  next.setCanary(name, canary);
}

function planPromotion(
  next: NextRelease,
  live: Release | undefined,
  { versions, percent, stages }: ChangeBy<'promote'>,
  guard: Stage | undefined,
): void {
  // Whoever may change no part could still make a release, and open tabs load it.
  if (Object.keys(versions).length === 0)
    next.refuse(requestRefusal('No version is named.', 'Name one, as in "promote mfe-hubs@1.1.0".'));
  if (percent !== undefined && !(Number.isInteger(percent) && percent >= 1 && percent <= 99))
    next.refuse(
      requestRefusal(
        `A canary has a share of 1 to 99 per cent, not ${String(percent)}.`,
        'For everybody, leave it out.',
      ),
    );
  if (stages && !stages.some((stage) => stage.percent === percent))
    next.refuse(
      requestRefusal(
        `The plan "${describePlan({ stages })}" has no stage for ${percent === undefined ? 'everybody' : `${String(percent)} %`}.`,
        'Give the share of a stage, or no plan.',
      ),
    );
  for (const [name, version] of Object.entries(versions)) {
    if (guard && version !== null && version !== liveVersion(live, name))
      next.setCanary(name, { version, percent: guard.percent, plan: { stages: [guard], isPromotion: true } });
    else if (percent === undefined) setForEverybody(next, name, version);
    else if (version !== null) setForShare(next, live, name, { version, percent, plan: stages && { stages } });
    else
      next.refuse(
        requestRefusal(`${name} cannot be taken out for a share of the visitors.`, 'Leave the share out.', [name]),
      );
  }
}

/** Why a part goes nowhere while nobody names a version. */
function returnRefusal(name: string, current: string, choice: Exclude<RollbackTarget, { kind: 'version' }>): Refusal {
  const problem = `${choice.why.charAt(0).toUpperCase()}${choice.why.slice(1)}.`;
  const remedy = `Name one with --to VERSION ("npm run release -- status ${name}" lists them)`;
  const refuse = (side: string, more: string, whatElse: string) =>
    refusal('nothing-before', [`${name} ${current}`, side], `${problem}${more}`, `${remedy}${whatElse}.`);
  if (choice.kind === 'gap')
    // Not "restore it": a damaged release that the next one skipped must stay as it is.
    return refuse(
      describeGap(choice.gap).toLowerCase(),
      '',
      '; what has to be restored: npm run release -- store verify',
    );
  const passed = describePassedOver(choice.passedOver).map((why) => ` ${why}`);
  const out = name === 'shell' ? '' : ', or take it out with --to none';
  return refuse('the history', passed.join(''), out);
}

function notLive(live: Release | undefined, name: string): Refusal {
  return refusal(
    'not-live',
    [name, live ? `release ${String(live.number)}` : 'the store'],
    `${name} is not live${live ? ` in release ${String(live.number)}` : ': the store has no release yet'}.`,
    'Promote a version, or choose another part ("npm run release -- status").',
  );
}

function canaryRuns(name: string, { version, percent }: Release['canaries'][string]): Refusal {
  return refusal(
    'canary-running',
    [`${name} ${version}`, 'the rollback'],
    `${String(percent)} % of the visitors get ${name} ${version} as a canary.`,
    `End it with "npm run release -- canary ${name} end", or name a version with --to.`,
  );
}

function planEnd(next: NextRelease, live: Release | undefined, { names }: ChangeBy<'end-canary'>): void {
  for (const name of names) {
    if (live?.canaries[name]) next.endCanary(name);
    else
      next.refuse(
        refusal(
          'no-canary',
          [name, live ? `release ${String(live.number)}` : 'the store'],
          `No canary of ${name} runs.`,
          `What everybody gets goes back with "npm run release -- rollback ${name}".`,
        ),
      );
  }
}

async function planRollback(
  next: NextRelease,
  store: Store,
  live: Release | undefined,
  { name, to }: ChangeBy<'rollback'>,
): Promise<RollbackTarget | undefined> {
  const current = liveVersion(live, name);
  if (to !== undefined) setForEverybody(next, name, to);
  else if (live?.canaries[name]) next.refuse(canaryRuns(name, live.canaries[name]));
  else if (!live || current === undefined) next.refuse(notLive(live, name));
  else {
    const steps = (await readSteps(store)).filter(({ number }) => number <= live.number);
    const choice = await chooseRollbackTarget({
      store,
      steps,
      name,
      checkAgainstLive: (part) => checkAgainstLive(live, part.manifest, part),
    });
    if (choice.kind === 'version') next.setVersion(name, choice.version);
    else next.refuse(returnRefusal(name, current, choice));
    return choice;
  }
  return undefined;
}

/** Whether a version is live or a canary. */
export function isInUse(release: Release | undefined, name: string, version: string): boolean {
  return liveVersion(release, name) === version || release?.canaries[name]?.version === version;
}

async function yankRefusals(
  store: Store,
  live: Release | undefined,
  { name, version }: ChangeBy<'yank'>,
): Promise<readonly Refusal[]> {
  if (!(await store.wasPublished(name, version))) return [await notPublished(store, name, version)];
  if (!isInUse(live, name, version)) return [];
  const isLive = liveVersion(live, name) === version;
  return [
    refusal(
      'version-in-use',
      [`${name} ${version}`, `release ${String(live?.number)}`],
      `${name} ${version} is ${isLive ? 'live' : 'a canary'} in release ${String(live?.number)}.`,
      `First: npm run release -- ${isLive ? `rollback ${name}` : `canary ${name} end`} --reason "…"`,
    ),
  ];
}

/** The live release without a yanked version as a fallback. */
export function planWithoutFallback(
  store: Store,
  live: Release | undefined,
  request: ReleaseRequest,
  { name, version }: ChangeBy<'yank'>,
): Promise<Plan> {
  const next = new NextRelease(store, live, request);
  next.excludeFallback(name, version);
  return next.plan();
}

/** The plan of a request. Plain data. */
interface RequestPlan extends Plan {
  /** What a rollback that names no version chose, and why; undefined for any other request. */
  readonly rollbackTarget: RollbackTarget | undefined;
  /** What is not as the requester expects; sentences. */
  readonly warnings: readonly string[];
}

/** A plan before the rules of the configuration are looked at. `guard`: the stage that a promotion begins with. */
async function planWith(
  guard: Stage | undefined,
  store: Store,
  live: Release | undefined,
  request: ReleaseRequest,
): Promise<RequestPlan> {
  const { change } = request;
  let rollbackTarget: RollbackTarget | undefined;
  const next = new NextRelease(store, live, request);
  next.refuse(...incompleteRequest(request));
  switch (change.action) {
    case 'promote':
      planPromotion(next, live, change, guard);
      break;
    case 'end-canary':
      planEnd(next, live, change);
      break;
    case 'rollback':
      rollbackTarget = await planRollback(next, store, live, change);
      break;
    case 'yank':
      next.refuse(...(await yankRefusals(store, live, change)));
      next.excludeFallback(change.name, change.version);
      break;
  }
  if (!request.anyway) next.refuse(...(await failedBefore(store, change)));
  return { ...(await next.plan()), rollbackTarget, warnings: [] };
}

const isCrowded = ({ refusals }: Plan) => refusals.some(({ rule }) => rule === 'too-many-canaries');

/** A promotion begins with its guard, where there is room for one more canary. */
async function planGuarded(store: Store, live: Release | undefined, request: ReleaseRequest): Promise<RequestPlan> {
  const guard = await readGuard(store, live, request);
  const plan = await planWith(guard, store, live, request);
  if (!guard || !isCrowded(plan)) return plan;
  const names = namedVersions(request.change).map(([name, version]) => `${name} ${version}`);
  const warning = `Everybody gets ${names.join(' and ')} at once: beside the canaries that run there is no room to give it to half of the visitors first. Watch how it does: npm run release -- status`;
  return { ...(await planWith(undefined, store, live, request)), warnings: [warning] };
}

/** The release that a request leads to on top of the live one, or every rule that it breaks. Writes nothing. */
export async function planRequest(
  store: Store,
  live: Release | undefined,
  request: ReleaseRequest,
): Promise<RequestPlan> {
  const plan = await planGuarded(store, live, request);
  const judged = await judgedChange(store, request);
  if (judged.action !== 'promote' || !plan.release) return plan;
  const refusals = await checkRequirements(store, live, plan.release, judged, request);
  return { ...plan, release: refusals.length > 0 ? undefined : plan.release, refusals };
}
