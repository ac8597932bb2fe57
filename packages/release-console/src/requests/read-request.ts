import { version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import type { ReleaseRequest } from '@portal/release/operations/release-request';
import * as v from 'valibot';
import { PageRefusal } from '../pages/layout.ts';

/** What a manager can do to a part here. */
export const ACTS = ['promote', 'canary', 'end-canary', 'rollback'] as const;
export type Act = (typeof ACTS)[number];

/** Stands for "no version": the remote leaves the portal. */
export const TAKE_OUT = 'none';

export const LONGEST_REASON = 300;

const FieldsSchema = v.object({
  act: v.picklist(ACTS),
  part: partName,
  version: v.optional(v.string(), ''),
  percent: v.optional(v.string(), ''),
  /** Number of the release that the form was made from; 0 where there was none. */
  base: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  reason: v.optional(v.pipe(v.string(), v.trim()), ''),
  urgent: v.optional(v.literal('yes')),
});
/** A form as it was filled in. */
export type Fields = v.InferOutput<typeof FieldsSchema>;

/** What has to be corrected, by field. */
export type FieldErrors = Readonly<Partial<Record<'version' | 'percent' | 'reason', string>>>;

/** A form that has to be corrected before it is a request. */
export class InvalidFormError extends Error {
  readonly fields: Fields;
  readonly errors: FieldErrors;

  constructor(fields: Fields, errors: FieldErrors) {
    super(Object.values(errors).join(' '));
    this.fields = fields;
    this.errors = errors;
  }
}

const ShareSchema = v.pipe(v.string(), v.regex(/^[1-9]\d?$/), v.transform(Number));

function versionError({ act, version, part }: Fields): string | undefined {
  if (act === 'end-canary' || v.is(versionSchema, version)) return undefined;
  if (act === 'rollback' && version === TAKE_OUT && part !== 'shell') return undefined;
  return 'Please choose a version.';
}

function reasonError({ reason }: Fields): string | undefined {
  if (reason === '') return 'Please give a reason.';
  return reason.length > LONGEST_REASON
    ? `Please say it in ${String(LONGEST_REASON)} characters; these are ${String(reason.length)}.`
    : undefined;
}

function errorsOf(fields: Fields): FieldErrors {
  const version = versionError(fields);
  const percent =
    fields.act === 'canary' && !v.is(ShareSchema, fields.percent) ? 'Please give a share from 1 to 99.' : undefined;
  const reason = reasonError(fields);
  return {
    ...(version === undefined ? {} : { version }),
    ...(percent === undefined ? {} : { percent }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function changeOf({ act, part, version, percent }: Fields): ReleaseRequest['change'] {
  switch (act) {
    case 'promote':
      return { act: 'promote', versions: { [part]: version } };
    case 'canary':
      return { act: 'promote', versions: { [part]: version }, percent: v.parse(ShareSchema, percent) };
    case 'end-canary':
      return { act: 'rollback', name: part };
    case 'rollback':
      return { act: 'rollback', name: part, to: version === TAKE_OUT ? null : version };
  }
}

/** Reads a form. @throws {PageRefusal} if no page of the console made it; {InvalidFormError} if it has to be corrected. */
export function readFields(body: unknown): Fields {
  const parsed = v.safeParse(FieldsSchema, body);
  if (!parsed.success)
    throw new PageRefusal(400, 'Invalid request', 'Nothing was changed. Open the board and try again.');
  const fields = parsed.output;
  const errors = errorsOf(fields);
  if (Object.keys(errors).length > 0) throw new InvalidFormError(fields, errors);
  return fields;
}

/** The request that a valid form makes. */
export function requestOf(fields: Fields, by: string): ReleaseRequest {
  const { reason, urgent, base } = fields;
  return { by, reason, urgent: urgent === 'yes', expect: base, change: changeOf(fields) };
}
