import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus } from '@portal/release/operations/read-status';
import { describePassedOver } from '@portal/release/operations/rollback-target';
import { partTitle } from '../pages/format.ts';
import { icon, wrapVersions } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { MAX_REASON_LENGTH } from '../requests/read-request.ts';
import type { Action } from '../requests/read-request.ts';

/** The request that brings a part back to a version that works; without an action there is none. */
interface RollbackAction {
  readonly action?: Extract<Action, 'rollback' | 'end-canary'> | undefined;
  readonly version?: string | undefined;
  readonly isKnownGood: boolean;
  /** A sentence. */
  readonly why: string;
}

function findRollbackAction({ name, live, canary, rollbackTarget, versions }: PartStatus): RollbackAction | undefined {
  if (!live) return undefined;
  if (canary) {
    const isKnownGood = versions.some(
      ({ version, assessment }) => version === live.version && assessment.standing === 'good',
    );
    const why = `Ends the canary of ${canary.version}: everybody gets ${live.version}${isKnownGood ? ', which is known good' : ''}.`;
    return { action: 'end-canary', version: live.version, isKnownGood, why };
  }
  if (!rollbackTarget) return undefined;
  const why = rollbackTarget.why.replaceAll(name, partTitle(name));
  if (rollbackTarget.kind !== 'version')
    return { isKnownGood: false, why: `${why.charAt(0).toUpperCase()}${why.slice(1)}: nothing to go back to.` };
  const { version, standing } = rollbackTarget;
  const passed = describePassedOver(rollbackTarget.passedOver).map((each) => each.replaceAll(name, partTitle(name)));
  return {
    action: 'rollback',
    version,
    isKnownGood: standing === 'good',
    why: [`Back to ${version}: ${why}.`, ...passed].join(' '),
  };
}

function getLabel({ action, version, isKnownGood }: RollbackAction): string {
  if (action === 'end-canary') return 'End canary';
  return version !== undefined && !isKnownGood ? `Back to ${version}` : 'Back to known good';
}

/**
 * One button to the confirmation of the rollback, or of the end of the canary, with its reason; the sentence says which
 * version, and why that one.
 */
export function rollbackAction(
  part: PartStatus,
  viewer: Viewer,
  base: number,
): { readonly button: Html; readonly why: Html } | undefined {
  const back = findRollbackAction(part);
  if (!back) return undefined;
  const title = partTitle(part.name);
  const label = html`${icon(back.action === 'end-canary' ? 'error' : 'rollBack', true)}<span
      >${getLabel(back)}<span class="visually-hidden"> ${title}</span></span
    >`;
  const why = html`<p id="back-${part.name}">${wrapVersions(back.why)}</p>`;
  if (!back.action)
    return {
      why,
      button: html`<button class="button button--small" type="button" disabled aria-describedby="back-${part.name}">
        ${label}
      </button>`,
    };
  const fields = {
    token: viewer.csrfToken,
    action: back.action,
    part: part.name,
    version: back.version ?? '',
    base: String(base),
    reason: back.why.slice(0, MAX_REASON_LENGTH),
  };
  return {
    why,
    button: html`<form method="post" action="/confirm">
      ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button button--small" type="submit" aria-describedby="back-${part.name}">${label}</button>
    </form>`,
  };
}
