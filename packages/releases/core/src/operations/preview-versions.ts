import type { Override, PreviewClaim } from '../release-log/preview-token.ts';
import { LONGEST_TOKEN, PREVIEW_MS, previewText, tokenOfNote } from '../release-log/preview-token.ts';
import type { Refusal } from '../policy/refusal.ts';
import { refusal, refuseIfAny } from '../policy/refusal.ts';
import { requestRefusal } from '../policy/release-request.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import { planRequest } from './plan-request.ts';

/** Which versions somebody wants to show, and which part from elsewhere. */
export interface PreviewVersionsRequest {
  readonly versions: Readonly<Record<string, string>>;
  readonly override?: Override | undefined;
  /** Although a rule speaks against it that leaves the decision to a person. */
  readonly anyway?: boolean | undefined;
}

/** What shows versions to whoever has it. Plain data. */
export interface SignedPreview extends PreviewClaim {
  /** For the address: `/?preview=TOKEN`. */
  readonly token: string;
}

const NO_RELEASE = requestRefusal('There is no release yet that they could be shown beside.', 'Promote a shell first.');
const TOO_LONG = requestRefusal('The preview names more versions than an address can have.', 'Name fewer of them.');
const NO_SHELL = requestRefusal(
  'The shell is the page itself: no page can take it from another origin.',
  'Name a remote. "npm run dev -- shell" shows your shell on this machine.',
);

/** Why a part cannot come from elsewhere: a page takes from its released version whatever is no code. */
function refuseOverride({ part }: Override, shown: (part: string) => boolean): readonly Refusal[] {
  if (part === 'shell') return [NO_SHELL];
  if (shown(part)) return [];
  return [
    requestRefusal(
      `${part} is not live: no page knows its paths.`,
      `Publish it once, and name the version: ${part}@VERSION.`,
      [part],
    ),
  ];
}

/**
 * Signs a preview: versions in the place of the live ones, for the browsers that open its address, for a day. The rules
 * of a release count, as if everybody got them beside what is live, without its canaries. Writes nothing.
 * @throws {RefusedError} with every rule that it breaks; {LogError} for a key that may not sign.
 */
export async function previewVersions(
  store: Store,
  { versions, override, anyway }: PreviewVersionsRequest,
  now = Date.now(),
): Promise<SignedPreview> {
  const live = await store.latestRelease();
  const named = Object.entries(versions);
  if (live && !override && named.length > 0 && named.every(([name, version]) => liveVersion(live, name) === version))
    refuseIfAny([
      refusal(
        'already-live',
        [...named.map((each) => each.join(' ')), `release ${String(live.number)}`],
        `Everybody has ${named.map((each) => each.join(' ')).join(' and ')} already, in release ${String(live.number)}.`,
        'Open the portal as everybody does.',
      ),
    ]);
  refuseIfAny(live ? [] : [NO_RELEASE]);
  if (override)
    refuseIfAny(refuseOverride(override, (name) => name in versions || liveVersion(live, name) !== undefined));
  if (!override || named.length > 0) {
    const { refusals } = await planRequest(store, live && { ...live, canaries: {} }, {
      // Both are for a history, which a preview is not in.
      by: 'nobody',
      reason: 'a preview',
      anyway,
      change: { action: 'promote', versions },
    });
    refuseIfAny(refusals);
  }
  const until = new Date(now + PREVIEW_MS).toISOString();
  const { origin } = await store.log();
  const token = tokenOfNote(await store.documents.sign(previewText(origin ?? '', { versions, until, override })));
  refuseIfAny(token.length > LONGEST_TOKEN ? [TOO_LONG] : []);
  return { versions, until, ...(override && { override }), token };
}
