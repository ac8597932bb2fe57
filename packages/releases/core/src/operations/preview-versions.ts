import type { PreviewClaim } from '../release-log/preview-token.ts';
import { LONGEST_TOKEN, PREVIEW_MS, previewText, tokenOfNote } from '../release-log/preview-token.ts';
import { refusal, refuseIfAny } from '../policy/refusal.ts';
import { requestRefusal } from '../policy/release-request.ts';
import { liveVersion } from '../store/release-diff.ts';
import type { Store } from '../store/store.ts';
import { planRequest } from './plan-request.ts';

/** Which versions somebody wants to show. */
export interface PreviewVersionsRequest {
  readonly versions: Readonly<Record<string, string>>;
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

/**
 * Signs a preview: versions in the place of the live ones, for the browsers that open its address, for a day. The rules
 * of a release count, as if everybody got them beside what is live, without its canaries. Writes nothing.
 * @throws {RefusedError} with every rule that it breaks; {LogError} for a key that may not sign.
 */
export async function previewVersions(
  store: Store,
  { versions, anyway }: PreviewVersionsRequest,
  now = Date.now(),
): Promise<SignedPreview> {
  const live = await store.latestRelease();
  const named = Object.entries(versions);
  if (live && named.length > 0 && named.every(([name, version]) => liveVersion(live, name) === version))
    refuseIfAny([
      refusal(
        'already-live',
        [...named.map((each) => each.join(' ')), `release ${String(live.number)}`],
        `Everybody has ${named.map((each) => each.join(' ')).join(' and ')} already, in release ${String(live.number)}.`,
        'Open the portal as everybody does.',
      ),
    ]);
  const { refusals } = await planRequest(store, live && { ...live, canaries: {} }, {
    // Both are for a history, which a preview is not in.
    by: 'nobody',
    reason: 'a preview',
    anyway,
    change: { action: 'promote', versions },
  });
  refuseIfAny(live ? refusals : [NO_RELEASE]);
  const until = new Date(now + PREVIEW_MS).toISOString();
  const { origin } = await store.log();
  const token = tokenOfNote(await store.documents.sign(previewText(origin ?? '', { versions, until })));
  refuseIfAny(token.length > LONGEST_TOKEN ? [TOO_LONG] : []);
  return { versions, until, token };
}
