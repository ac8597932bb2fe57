import { valibotResolver } from '@hookform/resolvers/valibot';
import { CallError, changeCountry, changeName, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { isSessionOver, session, useUser } from '@portal/session';
import { notify, useOnce, useUnsavedInput } from '@portal/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { useSaveDraft, useStoredDraft } from '../../forms/use-form-draft.ts';
import {
  changedFields,
  disabledReason,
  editedValues,
  ProfileDraftSchema,
  ProfileSchema,
  storedProfile,
} from './profile.ts';
import type { Profile, ProfileInput } from './profile.ts';

/** What was saved. `name`: only the names, not the country. */
type Saved = { readonly what: 'all' } | { readonly what: 'name' | 'nothing'; readonly error: unknown };

/**
 * Saves the names, then the country. Stops if the session ends in between, because the next one may be another user's
 * (specification, section 7).
 */
async function saveProfile({ firstName, lastName, country }: Profile): Promise<Saved> {
  try {
    await changeName({ firstName, lastName });
  } catch (error) {
    return { what: 'nothing', error };
  }
  if (isSessionOver()) {
    return { what: 'name', error: new CallError('PUT account/country', 'unauthenticated') };
  }
  try {
    await changeCountry(country);
  } catch (error) {
    return { what: 'name', error };
  }
  return { what: 'all' };
}

/**
 * The saved profile, and a function that adds values that have just been saved. After a save the session's user is read
 * again, which may take long; a new value of that user replaces the added one.
 */
function useSavedProfile(): readonly [saved: ProfileInput, addSaved: (values: Partial<ProfileInput>) => void] {
  const { firstName, lastName, country } = useUser();
  const stored = useMemo(() => storedProfile({ firstName, lastName, country }), [firstName, lastName, country]);
  const [state, setState] = useState({ stored, saved: stored });
  if (state.stored !== stored) setState({ stored, saved: stored });
  return [state.saved, (values) => setState((last) => ({ ...last, saved: { ...last.saved, ...values } }))];
}

type ProfileForm = UseFormReturn<ProfileInput, unknown, Profile>;

/**
 * Updates unedited fields when the saved profile changes, for instance in another tab. Returns a function that marks
 * values as saved by this form: input typed after that counts as edited, even if it is the previous value.
 */
function useUpdateUneditedFields(form: ProfileForm, saved: ProfileInput): (values: Partial<ProfileInput>) => void {
  const previous = useRef(saved);
  useEffect(() => {
    const edited = new Set(changedFields(form.getValues(), previous.current));
    for (const field of changedFields(saved, previous.current)) {
      if (!edited.has(field)) form.setValue(field, saved[field]);
    }
    previous.current = saved;
  }, [form, saved]);
  return (values) => {
    previous.current = { ...previous.current, ...values };
  };
}

/** State and actions of the profile's form. */
export function useProfileForm() {
  const { t } = useTranslation('mfe-account');
  const [saved, addSaved] = useSavedProfile();
  const draft = useStoredDraft('account profile', ProfileDraftSchema);
  const form: ProfileForm = useForm<ProfileInput, unknown, Profile>({
    defaultValues: { ...saved, ...draft.found },
    mode: 'onTouched',
    resolver: valibotResolver(ProfileSchema),
  });
  /** Whether the last save saved only the names, and nothing has been edited since. */
  const [onlyNameSaved, setOnlyNameSaved] = useState(false);
  const input = useWatch({ control: form.control, compute: (values: ProfileInput) => values });
  const edited = changedFields(input, saved);
  const unsaved = edited.length > 0;
  const markSaved = useUpdateUneditedFields(form, saved);
  useSaveDraft(draft.keepText, editedValues(input, edited), unsaved);
  useUnsavedInput(unsaved, () => {
    draft.keepText('');
    setOnlyNameSaved(false);
    form.reset(saved);
  });

  const [save, saving] = useOnce(async (profile: Profile) => {
    const typed = form.getValues();
    setOnlyNameSaved(false);
    const result = await saveProfile(profile);
    setOnlyNameSaved(result.what === 'name');
    if (result.what !== 'nothing') {
      const { firstName, lastName } = profile;
      const values = result.what === 'all' ? profile : { firstName, lastName };
      markSaved(values);
      addSaved(values);
      // The user may have typed while the calls were running: only unchanged fields are trimmed.
      for (const field of ['firstName', 'lastName'] as const) {
        if (form.getValues(field) === typed[field]) form.setValue(field, profile[field]);
      }
    }
    if (result.what === 'all') notify({ kind: 'success', text: t('saved') });
    else reportFailure(result.error, () => notify({ kind: 'error', text: t('failure') }));
    if (result.what !== 'nothing') await session.check();
  });

  return {
    form,
    saved,
    saving,
    onlyNameSaved,
    isCountryEdited: edited.includes('country'),
    disabledReason: disabledReason(input, saved),
    onEdit: () => setOnlyNameSaved(false),
    onSubmit: form.handleSubmit(save),
  };
}
