import { valibotResolver } from '@hookform/resolvers/valibot';
import { useTranslation } from '@portal/i18n';
import { session, useUser } from '@portal/session';
import { notify, useUnsavedInput } from '@portal/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { UseFormReturn } from 'react-hook-form';
import { notifyFailure } from '../../forms/notify-failure.ts';
import { useKeptDraft, useStoredDraft } from '../../forms/use-form-draft.ts';
import { useOnce } from '../../forms/use-once.ts';
import { changedFields, disabledReason, ProfileDraftSchema, ProfileSchema, storedProfile } from './profile.ts';
import type { Profile, ProfileInput } from './profile.ts';
import { saveProfile } from './save-profile.ts';

type ProfileForm = UseFormReturn<ProfileInput, unknown, Profile>;

/**
 * What was as it was saved follows what is saved now (another tab may have saved); what is edited stays. Returns how to say what this
 * form has just saved: what is typed since then counts as edited, even where it is the old value again.
 */
function useFollowStored(form: ProfileForm, stored: ProfileInput): (saved: Partial<ProfileInput>) => void {
  const before = useRef(stored);
  useEffect(() => {
    const edited = new Set(changedFields(form.getValues(), before.current));
    for (const field of changedFields(stored, before.current)) {
      if (!edited.has(field)) form.setValue(field, stored[field]);
    }
    before.current = stored;
  }, [form, stored]);
  return (saved) => {
    before.current = { ...before.current, ...saved };
  };
}

/** The profile's form: its fields, what hinders saving, and saving. */
export function useProfileForm() {
  const { t } = useTranslation('mfe-account');
  const user = useUser();
  const stored = useMemo(() => storedProfile(user), [user]);
  const draft = useStoredDraft('account profile', ProfileDraftSchema);
  const form: ProfileForm = useForm<ProfileInput, unknown, Profile>({
    defaultValues: draft.found ?? stored,
    mode: 'onTouched',
    resolver: valibotResolver(ProfileSchema),
  });
  const [onlyNameSaved, setOnlyNameSaved] = useState(false);
  const input = useWatch({ control: form.control, compute: (values: ProfileInput) => values });
  const unsaved = changedFields(input, stored).length > 0;
  const hasSaved = useFollowStored(form, stored);
  useKeptDraft(draft.keepText, input, unsaved);
  useUnsavedInput(unsaved, () => {
    draft.keepText('');
    form.reset(stored);
  });

  const [save, saving] = useOnce(async (profile: Profile) => {
    const typed = form.getValues();
    const saved = await saveProfile(profile);
    setOnlyNameSaved(saved.what === 'name');
    if (saved.what === 'all') notify({ kind: 'success', text: t('saved') });
    else notifyFailure(saved.error, t('failure'));
    if (saved.what === 'nothing') return;
    const { firstName, lastName } = profile;
    hasSaved(saved.what === 'all' ? profile : { firstName, lastName });
    // The fields stay open meanwhile: only those that nobody has typed in since then lose their blanks.
    for (const field of ['firstName', 'lastName'] as const) {
      if (form.getValues(field) === typed[field]) form.setValue(field, profile[field]);
    }
    await session.check();
  });

  return {
    form,
    input,
    stored,
    saving,
    onlyNameSaved: onlyNameSaved && unsaved,
    disabledReason: disabledReason(input, stored),
    onSubmit: form.handleSubmit(save),
  };
}
