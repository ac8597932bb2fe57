import { trimText } from '@portal/contract/trim-text';
import type { User } from '@portal/contract/user';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.transform(trimText));

/** A valid profile: first name and country are required, and values are trimmed (specification, section 5). */
export const ProfileSchema = v.object({
  firstName: v.pipe(text, v.nonEmpty()),
  lastName: text,
  country: v.pipe(text, v.nonEmpty()),
});
/** Values of the fields. The country is '' while none is chosen. */
export type ProfileInput = v.InferInput<typeof ProfileSchema>;
export type Profile = v.InferOutput<typeof ProfileSchema>;

/** A draft holds only the edited fields. */
export const ProfileDraftSchema = v.object({
  firstName: v.exactOptional(v.string()),
  lastName: v.exactOptional(v.string()),
  country: v.exactOptional(v.string()),
});

/** The saved values of the fields. */
export function storedProfile({
  firstName,
  lastName,
  country,
}: Pick<User, 'firstName' | 'lastName' | 'country'>): ProfileInput {
  return { firstName, lastName, country: country?.toLowerCase() ?? '' };
}

const FIELDS = ['firstName', 'lastName', 'country'] as const;

/** The fields whose trimmed values differ. */
export function changedFields(input: ProfileInput, stored: ProfileInput): readonly (keyof ProfileInput)[] {
  return FIELDS.filter((field) => trimText(input[field]) !== trimText(stored[field]));
}

export function editedValues(input: ProfileInput, fields: readonly (keyof ProfileInput)[]): Partial<ProfileInput> {
  return Object.fromEntries(fields.map((field) => [field, input[field]]));
}

/** Why the profile cannot be saved; undefined if it can. */
export function disabledReason(
  input: ProfileInput,
  stored: ProfileInput,
): 'firstNameMissing' | 'countryMissing' | 'nothingChanged' | undefined {
  if (trimText(input.firstName) === '') return 'firstNameMissing';
  if (input.country === '') return 'countryMissing';
  return changedFields(input, stored).length === 0 ? 'nothingChanged' : undefined;
}
