import { version as versionSchema } from '@portal/contract/artifact';
import { partName } from '@portal/contract/declaration';
import { parseStages } from '@portal/release/format/staged-plan';
import { trimText } from '@portal/contract/trim-text';
import type { ReleaseRequest } from '@portal/release/release-request';
import * as v from 'valibot';
import { PageRefusal } from '../pages/layout.ts';

/** What the console's forms can request for a part. */
export const ACTIONS = ['promote', 'canary', 'end-canary', 'rollback', 'take-out', 'yank'] as const;
export type Action = (typeof ACTIONS)[number];

/** What the form for several parts requests: their versions in one release. */
export const PROMOTE_SEVERAL = 'promote-several';

export const MAX_REASON_LENGTH = 300;

const COMMON = {
  percent: v.optional(v.string(), ''),
  /** How the share of a canary grows, as `parseStages` reads it; empty for none. */
  plan: v.optional(v.pipe(v.string(), v.transform(trimText)), ''),
  /** Number of the live release when the form was loaded; 0 before the first release. */
  base: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  reason: v.optional(v.pipe(v.string(), v.transform(trimText)), ''),
  urgent: v.optional(v.literal('yes')),
  /** Although a rule speaks against it that leaves the decision to a person. */
  anyway: v.optional(v.literal('yes')),
};

const PART_VERSION = /^(shell|mfe-[a-z0-9-]+)@(.+)$/;

/** "mfe-hubs@1.2.0", or an empty text for a part that stays as it is. */
const chosenVersion = v.pipe(
  v.string(),
  v.check((text) => {
    const [, name, version] = PART_VERSION.exec(text) ?? [];
    return text === '' || (v.is(partName, name) && v.is(versionSchema, version));
  }),
);

const FieldsSchema = v.variant('action', [
  v.object({ action: v.picklist(ACTIONS), part: partName, version: v.optional(v.string(), ''), ...COMMON }),
  v.object({
    action: v.literal(PROMOTE_SEVERAL),
    /** A field for each part, all of the same name. */
    versions: v.optional(
      v.union([
        v.array(chosenVersion),
        v.pipe(
          chosenVersion,
          v.transform((text) => [text]),
        ),
      ]),
      [],
    ),
    ...COMMON,
  }),
]);
/** A submitted form. */
export type FormFields = v.InferOutput<typeof FieldsSchema>;
/** The form of one part. */
export type PartFields = Extract<FormFields, { readonly part: string }>;
/** The form for several parts. */
export type PromoteSeveralFields = Exclude<FormFields, PartFields>;

/** Error messages by field. */
export type FieldErrors = Readonly<Partial<Record<'version' | 'percent' | 'plan' | 'reason', string>>>;

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

/** Actions that name no version. */
export const WITHOUT_VERSION: ReadonlySet<string> = new Set<Action>(['end-canary', 'take-out']);

/** The versions that a form for several parts names, by part. */
export function getVersions({ versions }: PromoteSeveralFields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    versions.flatMap((text) => {
      const [, name, version] = PART_VERSION.exec(text) ?? [];
      return name === undefined || version === undefined ? [] : [[name, version] as const];
    }),
  );
}

function versionError(fields: FormFields): string | undefined {
  if (fields.action === PROMOTE_SEVERAL)
    return Object.keys(getVersions(fields)).length === 0 ? 'Please choose a version of one part at least.' : undefined;
  if (WITHOUT_VERSION.has(fields.action) || v.is(versionSchema, fields.version)) return undefined;
  return 'Please choose a version.';
}

/** Whether a form asks for a share of the visitors; the one for several parts may leave it empty. */
function percentError({ action, percent, plan }: FormFields): string | undefined {
  const requiresShare =
    (action === 'canary' && plan === '') || ((action === 'canary' || action === PROMOTE_SEVERAL) && percent !== '');
  return requiresShare && !v.is(ShareSchema, percent) ? 'Please give a share from 1 to 99.' : undefined;
}

/** The stages of a canary's plan, what is wrong with it, or undefined without one. */
const findStages = ({ action, plan }: FormFields) =>
  action === 'canary' && plan !== '' ? parseStages(plan) : undefined;

function planError(fields: FormFields): string | undefined {
  const stages = findStages(fields);
  return typeof stages === 'string' ? stages : undefined;
}

function reasonError({ reason }: FormFields): string | undefined {
  if (reason === '') return 'Please give a reason.';
  return reason.length > MAX_REASON_LENGTH
    ? `Please say it in ${String(MAX_REASON_LENGTH)} characters; these are ${String(reason.length)}.`
    : undefined;
}

function getErrors(fields: FormFields): FieldErrors {
  const errors = {
    plan: planError(fields),
    version: versionError(fields),
    percent: percentError(fields),
    reason: reasonError(fields),
  };
  return Object.fromEntries(Object.entries(errors).filter(([, text]) => text !== undefined));
}

/** A canary with the chosen share, or with the first one of its plan. */
function canaryChange(fields: PartFields): ReleaseRequest['change'] {
  const stages = findStages(fields);
  const planned = typeof stages === 'object' ? stages : undefined;
  const percent = fields.percent === '' ? planned?.[0]?.percent : v.parse(ShareSchema, fields.percent);
  return { action: 'promote', versions: { [fields.part]: fields.version }, percent, stages: planned };
}

function getChange(fields: FormFields): ReleaseRequest['change'] {
  const share = () => v.parse(ShareSchema, fields.percent);
  if (fields.action === PROMOTE_SEVERAL)
    return {
      action: 'promote',
      versions: getVersions(fields),
      percent: fields.percent === '' ? undefined : share(),
    };
  const { action, part, version } = fields;
  switch (action) {
    case 'promote':
      return { action: 'promote', versions: { [part]: version } };
    case 'canary':
      return canaryChange(fields);
    case 'end-canary':
      return { action: 'end-canary', names: [part] };
    case 'rollback':
      return { action: 'rollback', name: part, to: version };
    case 'take-out':
      return { action: 'rollback', name: part, to: null };
    case 'yank':
      return { action: 'yank', name: part, version };
  }
}

/** The fields of a form as it was typed; undefined for one that no page of the console sends. */
export function typedFields(body: unknown): FormFields | undefined {
  const parsed = v.safeParse(FieldsSchema, body);
  return parsed.success ? parsed.output : undefined;
}

/**
 * @throws {PageRefusal} for a form that no page of the console sends; {InvalidFormError} for one that the manager has
 * to correct.
 */
export function readFields(body: unknown): FormFields {
  const fields = typedFields(body);
  if (!fields) throw new PageRefusal(400, 'Invalid request', 'Nothing was changed. Open the board and try again.');
  const errors = getErrors(fields);
  if (Object.keys(errors).length > 0) throw new InvalidFormError(fields, errors);
  return fields;
}

export function getRequest(fields: FormFields, by: string): ReleaseRequest {
  const { reason, urgent, anyway, base } = fields;
  return {
    by,
    reason,
    urgent: urgent === 'yes',
    ...(anyway === 'yes' && { anyway: true }),
    expect: base,
    change: getChange(fields),
  };
}
