import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { oneLine } from '@portal/release/release-request';
import type { Approval } from '@portal/release/access/requests';
import type { Identity } from '@portal/release/access/identity';
import { describeChange, formatDateTime, partTitle } from '../pages/format.ts';
import type { Viewer } from '../pages/layout.ts';
import { wrapVersions } from '../pages/layout.ts';

const ACTIONS = { promote: 'promote', rollback: 'roll back', yank: 'yank' } as const;

/** "promote Hubs 1.2.0". */
export function describeRequest({ request }: Approval): string {
  if ('access' in request) return 'change the access rules';
  const { change } = request;
  if (change.action === 'promote') {
    const share = change.percent === undefined ? '' : ` to ${String(change.percent)} %`;
    const versions = Object.entries(change.versions).map(([name, version]) => `${partTitle(name)} ${version ?? ''}`);
    return `promote ${versions.join(' and ')}${share}`;
  }
  if (change.action === 'end-canary') return `end the canary of ${change.names.map(partTitle).join(' and ')}`;
  const version = change.action === 'yank' ? ` ${change.version}` : '';
  return `${ACTIONS[change.action]} ${partTitle(change.name)}${version}`;
}

export const getName = ({ actor }: Approval): string => ('name' in actor ? actor.name : actor.kind);

function answerForm({ csrfToken }: Viewer, { id }: Approval, answer: 'yes' | 'no', what: string): Html {
  return html`<form method="post" action="/approvals/${id}">
    <input type="hidden" name="token" value="${csrfToken}" />
    <button class="button ${answer === 'yes' ? 'button--primary' : ''}" name="answer" value="${answer}">
      <span>${answer === 'yes' ? 'Yes' : 'No'}<span class="visually-hidden">, ${what}</span></span>
    </button>
  </form>`;
}

function approvalItem(viewer: Viewer, approval: Approval): Html {
  const what = describeRequest(approval);
  const changes = [...approval.changes.map(describeChange), ...approval.ruleChanges.map(oneLine)];
  return html`<li class="card stack">
    <h3>${wrapVersions(`${getName(approval)} asks to ${what}`)}</h3>
    <p>${wrapVersions(`Reason: ${approval.request.reason}`)}</p>
    ${
      changes.length > 0 &&
      html`<ul class="changes">
        ${changes.map((change) => html`<li>${wrapVersions(change)}</li>`)}
      </ul>`
    }
    <p class="soft">
      Asked ${formatDateTime(approval.at)}, can be answered until ${formatDateTime(approval.until)} (UTC).
      ${!approval.mayAnswer && 'Somebody else who may approve has to answer.'}
    </p>
    ${
      approval.mayAnswer &&
      html`<div class="cluster">
        ${answerForm(viewer, approval, 'yes', what)} ${answerForm(viewer, approval, 'no', `do not ${what}`)}
      </div>`
    }
  </li>`;
}

/** Requests that wait for a second person's yes or no. */
export function approvalsSection(viewer: Viewer, approvals: readonly Approval[]): Html | false {
  return (
    approvals.length > 0 &&
    html`<section class="stack" aria-labelledby="approvals-title">
      <h2 id="approvals-title" tabindex="-1">Waiting for a second person</h2>
      <ul class="stack" role="list">
        ${approvals.map((approval) => approvalItem(viewer, approval))}
      </ul>
    </section>`
  );
}

/** What the person who is signed in may do, by the access rules. */
export function rightsSection({ may }: Identity): Html {
  return html`<details class="rights">
    <summary><h2>What you may do</h2></summary>
    <div class="card stack">
      ${
        may.length === 0
          ? html`<p>You may look at everything, and change nothing.</p>`
          : html`<ul class="changes">
              ${may.map(
                ({ permission, parts }) =>
                  html`<li>${permission}: ${parts.includes('*') ? 'all parts' : parts.map(partTitle).join(', ')}</li>`,
              )}
            </ul>`
      }
    </div>
  </details>`;
}
