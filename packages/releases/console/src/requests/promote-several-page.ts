import { html } from '@portal/node-kit/html';
import type { Status } from '@portal/release/operations/read-status';
import { partTitle } from '../pages/format.ts';
import { page } from '../pages/layout.ts';
import type { Viewer } from '../pages/layout.ts';
import type { Html } from '@portal/node-kit/html';
import { formEnd, reasonField, selectField, shareOptions } from './form-fields.ts';
import type { TypedForm } from './form-fields.ts';
import { PROMOTE_SEVERAL } from './read-request.ts';
import type { PromoteSeveralFields } from './read-request.ts';
import { versionChoices } from './version-choices.ts';

interface PromoteSeveralPage {
  readonly viewer: Viewer;
  readonly status: Status;
  readonly form: TypedForm<PromoteSeveralFields>;
  readonly message?: Html | undefined;
}

/** The form for versions that only work together: one release for several parts. */
export function promoteSeveralPage({ viewer, status, form: { fields, errors }, message }: PromoteSeveralPage): string {
  const { versions = [] } = fields;
  const hasError = Object.keys(errors).length > 0;
  const parts = status.parts.filter((part) => versionChoices('promote', part).length > 0);
  const title = 'Promote several parts';
  const body = html`<div class="page-head">
      <div class="page">
        <h1>${title}</h1>
        <p class="page-head__lead">
          ${
            parts.length > 0
              ? 'One release for versions that only work together.'
              : 'No part has another version to promote.'
          }
        </p>
      </div>
    </div>
    <div class="page page-body stack">
      ${message}
      ${
        parts.length > 0
          ? html`<form class="card stack confirm" method="post" action="/confirm" aria-label="${title}">
              <input type="hidden" name="token" value="${viewer.csrfToken}" />
              <input type="hidden" name="action" value="${PROMOTE_SEVERAL}" />
              <input type="hidden" name="base" value="${status.release?.number ?? 0}" />
              ${parts.map((part, index) => {
                const choices = versionChoices('promote', part).map((choice) => ({
                  ...choice,
                  value: choice.value === '' ? '' : `${part.name}@${choice.value}`,
                }));
                const stays = part.live ? `Stays ${part.live.version}` : 'Stays out';
                return selectField({
                  id: `version-${part.name}`,
                  name: 'versions',
                  label: partTitle(part.name),
                  hint: `Everyone has ${part.live?.version ?? 'no version'} now.`,
                  options: [{ value: '', label: stays }, ...choices.filter(({ value }) => value !== '')],
                  chosen: versions.find((version) => version.startsWith(`${part.name}@`)),
                  error: index === 0 ? errors.version : undefined,
                  hasFocus: index === 0 && !hasError,
                });
              })}
              ${selectField({
                id: 'percent',
                name: 'percent',
                label: 'For',
                hint: 'As a canary, the same visitors get all of these versions.',
                options: [{ value: '', label: 'Everybody' }, ...shareOptions()],
                chosen: fields.percent,
                error: errors.percent,
                hasFocus: false,
              })}
              ${reasonField({ value: fields.reason, error: errors.reason, hasFocus: false, isWide: true })}
              ${formEnd(fields.urgent)}
            </form>`
          : html`<p><a class="button" href="/">To the board</a></p>`
      }
    </div>`;
  return page({ title: hasError ? `Error: ${title}` : title, body, viewer });
}
