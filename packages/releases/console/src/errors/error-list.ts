import type { Html } from '@portal/node-kit/html';
import { html } from '@portal/node-kit/html';
import { formatCount, formatDateTime, partTitle } from '../pages/format.ts';
import { wrapVersions } from '../pages/layout.ts';
import type { ExplainedError } from './error-explainer.ts';

function errorItem({ version, failure, message, position, source, visits, firstAt, lastAt }: ExplainedError): Html {
  return html`<li>
    <p><b>${message === '' ? `${failure}, without a message` : message}</b></p>
    <p>${source ?? position ?? 'No file is known'}</p>
    <p class="soft">
      ${wrapVersions(version)}, ${failure}: ${formatCount(visits)} ${visits === 1 ? 'visit' : 'visits'}, first
      ${formatDateTime(firstAt)}, last ${formatDateTime(lastAt)}
    </p>
  </li>`;
}

/** The errors of a part's versions in use, by cause. */
export function errorList(part: string, errors: readonly ExplainedError[]): Html | false {
  const own = errors.filter((error) => error.part === part);
  return (
    own.length > 0 &&
    html`<details class="part-row__errors-list">
      <summary>${own.length} ${own.length === 1 ? 'kind of error' : 'kinds of errors'} in ${partTitle(part)}</summary>
      <ul class="errors">
        ${own.map(errorItem)}
      </ul>
    </details>`
  );
}
