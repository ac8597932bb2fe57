import { version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import type { ReleaseRequest } from '@portal/release/operations/release-request';
import * as v from 'valibot';
import { PageRefusal } from '../pages/layout.ts';

/** What the console's forms can request for a part. */
export const ACTIONS = ['promote', 'canary', 'end-canary', 'rollback'] as const;
export type Action = (typeof ACTIONS)[number];

/** Form value that takes a remote out of the portal. */
export const NO_VERSION = 'none';

export const MAX_REASON_LENGTH = 300;

const FieldsSchema = v.object({
  action: v.picklist(ACTIONS),
  part: partName,
  version: v.optional(v.string(), ''),
  percent: v.optional(v.string(), ''),
  /** Number of the live release when the form was loaded; 0 before the first release. */
  base: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  reason: v.optional(v.pipe(v.string(), v.trim()), ''),
  urgent: v.optional(v.literal('yes')),
});
/** A submitted form. */
export type FormFields = v.InferOutput<typeof FieldsSchema>;

/** Error messages by field. */
export type FieldErrors = Readonly<Partial<Record<'version' | 'percent' | 'reason', string>>>;

/** A form that the manager has to correct. */
export class InvalidFormError extends Error {
  readonly fields: FormFields;
  readonly errors: FieldErrors;

  constructor(fields: FormFields, errors: FieldErrors) {
    super(Object.values(errors).join(' '));
    this.fields = fields;
    this.errors = errors;
  }
}

const ShareSchema = v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number));

function versionError({ action, version, part }: FormFields): string | undefined {
  if (action === 'end-canary' || v.is(versionSchema, version)) return undefined;
  if (action === 'rollback' && version === NO_VERSION && part !== 'shell') return undefined;
  return 'Please choose a version.';
}

function reasonError({ reason }: FormFields): string | undefined {
  if (reason === '') return 'Please give a reason.';
  return reason.length > MAX_REASON_LENGTH
    ? `Please say it in ${String(MAX_REASON_LENGTH)} characters; these are ${String(reason.length)}.`
    : undefined;
}

function errorsOf(fields: FormFields): FieldErrors {
  const version = versionError(fields);
  const percent =
    fields.action === 'canary' && !v.is(ShareSchema, fields.percent) ? 'Please give a share from 1 to 99.' : undefined;
  const reason = reasonError(fields);
  return {
    ...(version === undefined ? {} : { version }),
    ...(percent === undefined ? {} : { percent }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function changeOf({ action, part, version, percent }: FormFields): ReleaseRequest['change'] {
  switch (action) {
    case 'promote':
      return { action: 'promote', versions: { [part]: version } };
    case 'canary':
      return { action: 'promote', versions: { [part]: version }, percent: v.parse(ShareSchema, percent) };
    case 'end-canary':
      return { action: 'rollback', name: part };
    case 'rollback':
      return { action: 'rollback', name: part, to: version === NO_VERSION ? null : version };
  }
}

/** @throws {PageRefusal} for a form that no page of the console sends; {InvalidFormError} for one that the manager has to correct. */
export function readFields(body: unknown): FormFields {
  const parsed = v.safeParse(FieldsSchema, body);
  if (!parsed.success)
    throw new PageRefusal(400, 'Invalid request', 'Nothing was changed. Open the board and try again.');
  const fields = parsed.output;
  const errors = errorsOf(fields);
  if (Object.keys(errors).length > 0) throw new InvalidFormError(fields, errors);
  return fields;
}

export function requestOf(fields: FormFields, by: string): ReleaseRequest {
  const { reason, urgent, base } = fields;
  return { by, reason, urgent: urgent === 'yes', expect: base, change: changeOf(fields) };
}
