import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PartStatus } from '@portal/release/operations/read-status';
import { compareLink } from '../compare/compare-page.ts';
import { partTitle } from '../pages/format.ts';
import { wrapVersions } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import { formEnd, nextShare, planField, reasonField, selectField, shareOptions } from './form-fields.ts';
import type { TypedForm } from './form-fields.ts';
import type { Action, PartFields } from './read-request.ts';
import { newVersions, versionChoices } from './version-choices.ts';
import type { Choice } from './version-choices.ts';

/** The form that is open on the board. */
export type OpenForm = TypedForm<PartFields> & { readonly fields: Pick<PartFields, 'part'> };

interface FormContext {
  readonly part: PartStatus;
  readonly viewer: Viewer;
  /** Number of the release that the board shows; 0 if none. */
  readonly base: number;
}

const HEADINGS: Readonly<Record<Action, (part: string, canary: string) => string>> = {
  promote: (part) => `Promote ${part}`,
  canary: (part) => `Try ${part} on a few`,
  'end-canary': (part, canary) => `End the canary of ${part} ${canary}`,
  rollback: (part) => `Roll ${part} back`,
  'take-out': (part) => `Take ${part} out of the portal`,
  yank: (part) => `Yank a version of ${part}`,
};

function yankedHint({ versions }: PartStatus): string {
  const yanked = versions.filter(({ state }) => state === 'yanked').map(({ version }) => version);
  if (yanked.length === 0) return 'Any version that the store keeps.';
  return `${yanked.join(', ')} ${yanked.length === 1 ? 'is' : 'are'} marked as not to be used.`;
}

function versionHint(action: Action, part: PartStatus): string {
  if (action === 'rollback') return yankedHint(part);
  if (action === 'yank') return 'It is never released again, nor used as a fallback. This cannot be undone.';
  return `Everyone has ${part.live?.version ?? 'no version'} now.`;
}

/** The comparisons that help to choose: the versions that nothing speaks against, with the live one. */
function comparisons(action: Action, options: readonly Choice[], { name, live }: PartStatus): Html | false {
  if (!live || (action !== 'promote' && action !== 'canary')) return false;
  const links = newVersions(options).map((version) => html`<li>${compareLink(name, live.version, version)}</li>`);
  return (
    links.length > 0 &&
    html`<ul class="changes wide">
      ${links}
    </ul>`
  );
}

/** The plan of a canary; not that of a promotion, which nobody can ask for. */
const getPlan = ({ canary }: PartStatus): string => (canary?.plan?.isPromotion === false ? canary.plan.text : '');

/** The form for a request. Submitting it leads to the confirmation page. */
export function requestForm({ fields, errors }: OpenForm, { viewer, part, base }: FormContext): Html {
  const { action } = fields;
  const hasError = Object.keys(errors).length > 0;
  const options = versionChoices(action, part);
  const picksVersion = options.length > 0;
  return html`<form class="part-row__confirm" method="post" action="/confirm" aria-labelledby="request-title">
    <h4 id="request-title">${wrapVersions(HEADINGS[action](partTitle(part.name), part.canary?.version ?? ''))}</h4>
    <input type="hidden" name="token" value="${viewer.csrfToken}" />
    <input type="hidden" name="action" value="${action}" />
    <input type="hidden" name="part" value="${part.name}" />
    <input type="hidden" name="base" value="${base}" />
    ${
      picksVersion &&
      selectField({
        id: 'version',
        name: 'version',
        label: action === 'rollback' ? 'To version' : 'Version',
        hint: versionHint(action, part),
        options,
        chosen: fields.version,
        error: errors.version,
        hasFocus: !hasError,
      })
    }
    ${
      action === 'canary' &&
      selectField({
        id: 'percent',
        name: 'percent',
        label: 'Share of visitors',
        hint: 'Visitors in the canary stay in it while the share grows.',
        options: [{ value: '', label: 'The first one of the plan' }, ...shareOptions(part.canary?.percent)],
        chosen: fields.percent ?? nextShare(part.canary?.percent),
        error: errors.percent,
        hasFocus: false,
      })
    }
    ${reasonField({
      value: fields.reason,
      error: errors.reason,
      hasFocus: !hasError && !picksVersion,
      isWide: action === 'canary' || !picksVersion,
    })}
    ${action === 'canary' && planField({ value: fields.plan ?? getPlan(part), error: errors.plan })}
    ${comparisons(fields.action, options, part)} ${formEnd(fields.urgent)}
  </form>`;
}
