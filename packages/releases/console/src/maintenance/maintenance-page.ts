import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import type { PruneResult } from '@portal/release/operations/prune-store';
import type { Verification } from '@portal/release/operations/verify-store';
import { formatBytes, formatCount, formatDateTime, partTitle } from '../pages/format.ts';
import { message, page, wrapVersions } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { VerifyState } from './verify-job.ts';

interface MaintenancePage {
  readonly viewer: Viewer;
  readonly verify: VerifyState;
  /** What a prune would remove, or has removed. */
  readonly prune?: PruneResult | undefined;
  readonly message?: Html | undefined;
}

const getTime = (ms: number): string => `${formatDateTime(new Date(ms).toISOString())} (UTC)`;
const plural = (number: number, thing: string): string => `${formatCount(number)} ${thing}${number === 1 ? '' : 's'}`;

function formButton(
  viewer: Viewer,
  action: string,
  label: string,
  fields: Readonly<Record<string, string>> = {},
): Html {
  return html`<form method="post" action="${action}">
    ${Object.entries({ token: viewer.csrfToken, ...fields }).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}
    <button class="button" type="submit">${label}</button>
  </form>`;
}

function verification({ objects, bytes, releases, versions, problems, notices, log }: Verification): Html {
  const looked = `${plural(objects, 'object')} (${formatBytes(bytes)}), ${plural(releases, 'release')}, ${plural(versions, 'version')}`;
  const list = problems.map(
    ({ live, problem }) => html`<li>${live && html`<b>Live: </b>`}${wrapVersions(problem)}</li>`,
  );
  return html`<p>
      ${problems.length === 0 ? `The store is complete: ${looked}.` : `${plural(problems.length, 'problem')} in ${looked}:`}
    </p>
    ${
      list.length > 0 &&
      html`<ul class="changes">
        ${list}
      </ul>`
    }
    ${
      notices.length > 0 &&
      html`<ul class="changes soft">
        ${notices.map(({ key, notice }) => html`<li>${key}: ${notice}</li>`)}
      </ul>`
    }
    ${
      log &&
      html`<p class="soft">
        Every entry of its log (${formatCount(log.entries)}) is signed. To notice later if some are removed, keep its
        checkpoint elsewhere:
        <code>${log.checkpoint}</code>
      </p>`
    }`;
}

function verifyState(state: VerifyState): Html {
  switch (state.is) {
    case 'never':
      return html`<p>It has not been checked since this console started.</p>`;
    case 'running':
      return html`<p role="status">
        The check that ${state.by} started on ${getTime(state.since)} is running. <a href="/maintenance">Look again</a>
      </p>`;
    case 'failed':
      return html`<p>The check of ${getTime(state.at)} by ${state.by} failed: ${state.problem}</p>`;
    case 'done':
      return html`<p class="soft">Checked on ${getTime(state.at)} by ${state.by}</p>
        ${verification(state.result)}`;
  }
}

/** Identifies what a prune would remove, so that nothing else is removed after the confirmation. */
export const pruneList = ({ removed }: PruneResult): string =>
  removed.map(({ name, version }) => `${name}@${version}`).join(' ');

function pruneState(viewer: Viewer, prune: PruneResult | undefined): Html {
  if (!prune) return formButton(viewer, '/prune/preview', 'Show what would be removed');
  const { dryRun, removed, kept } = prune;
  const bytes = removed.reduce((sum, each) => sum + each.bytes, 0);
  if (removed.length === 0)
    return html`<p role="status">Nothing to remove: the retention rule keeps all versions (${kept.length}).</p>`;
  return html`<p role="status">
      ${plural(removed.length, 'version')} (${formatBytes(bytes)})
      ${dryRun ? 'would be' : removed.length === 1 ? 'was' : 'were'} removed, ${kept.length}
      ${dryRun ? 'would be kept' : 'are kept'}:
    </p>
    <ul class="changes">
      ${removed.map(
        ({ name, version, files }) =>
          html`<li>${wrapVersions(`${partTitle(name)} ${version}`)}, ${plural(files, 'file')} of its own</li>`,
      )}
    </ul>
    ${
      dryRun &&
      html`<div class="cluster">
        <a class="button" href="/maintenance">Cancel</a>
        ${formButton(viewer, '/prune', `Remove ${plural(removed.length, 'version')}`, { versions: pruneList(prune) })}
      </div>`
    }`;
}

/** Checking and cleaning the store. */
export function maintenancePage({ viewer, verify, prune, message: outcome }: MaintenancePage): string {
  const title = 'Check and clean the store';
  const body = html`<div class="page-head">
      <div class="page">
        <h1>${title}</h1>
        <p class="page-head__lead">Neither changes what customers get.</p>
      </div>
    </div>
    <div class="page page-body stack">
      ${outcome}
      <section class="card stack" aria-labelledby="verify-title">
        <h2 id="verify-title">Check every byte</h2>
        ${verifyState(verify)} ${verify.is !== 'running' && formButton(viewer, '/verify', 'Check now')}
      </section>
      <section class="card stack" aria-labelledby="prune-title">
        <h2 id="prune-title">Remove old versions</h2>
        <p>
          A version stays while it is live, a canary or a fallback, for 30 days after that, and as one of its part's
          last 10 versions. Releases are never removed.
        </p>
        ${pruneState(viewer, prune)}
      </section>
      <p><a class="button" href="/">To the board</a></p>
    </div>`;
  return page({ title, body, viewer });
}

/** What a prune would remove has changed since the manager saw it. */
export const changedMessage = (): Html =>
  message({
    kind: 'warning',
    title: 'Nothing was removed',
    body: html`<p class="message__text">What the rule would remove has changed meanwhile. Look at the list again.</p>`,
  });
