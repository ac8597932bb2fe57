import type { User } from '@portal/contract/user';
import * as v from 'valibot';

const text = v.pipe(v.string(), v.trim());

/** What may be saved: a first name and a country at least, without blanks around them (specification, section 5). */
export const ProfileSchema = v.object({
  firstName: v.pipe(text, v.nonEmpty()),
  lastName: text,
  country: v.pipe(text, v.nonEmpty()),
});
/** What stands in the fields. The country is empty as long as none is chosen. */
export type ProfileInput = v.InferInput<typeof ProfileSchema>;
export type Profile = v.InferOutput<typeof ProfileSchema>;

/** What may be kept of the fields: those that are edited. */
export const ProfileDraftSchema = v.object({
  firstName: v.exactOptional(v.string()),
  lastName: v.exactOptional(v.string()),
  country: v.exactOptional(v.string()),
});

/** The fields as they are saved. */
export function storedProfile({
  firstName,
  lastName,
  country,
}: Pick<User, 'firstName' | 'lastName' | 'country'>): ProfileInput {
  return { firstName, lastName, country: country?.toLowerCase() ?? '' };
}

const FIELDS = ['firstName', 'lastName', 'country'] as const;

/** The fields whose values differ; blanks around them make no difference. */
export function changedFields(input: ProfileInput, stored: ProfileInput): readonly (keyof ProfileInput)[] {
  return FIELDS.filter((field) => input[field].trim() !== stored[field].trim());
}

/** The values of `fields` alone. */
export function editedValues(input: ProfileInput, fields: readonly (keyof ProfileInput)[]): Partial<ProfileInput> {
  return Object.fromEntries(fields.map((field) => [field, input[field]]));
}

/** Why nothing can be saved; undefined when it can. */
export function disabledReason(
  input: ProfileInput,
  stored: ProfileInput,
): 'firstNameMissing' | 'countryMissing' | 'nothingChanged' | undefined {
  if (input.firstName.trim() === '') return 'firstNameMissing';
  if (input.country === '') return 'countryMissing';
  return changedFields(input, stored).length === 0 ? 'nothingChanged' : undefined;
}
