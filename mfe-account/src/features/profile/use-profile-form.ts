import { valibotResolver } from '@hookform/resolvers/valibot';
import { useTranslation } from '@portal/i18n';
import { session, useUser } from '@portal/session';
import { notify, useUnsavedInput } from '@portal/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { tellFailure } from '../../forms/tell-failure.ts';
import { useKeptDraft, useStoredDraft } from '../../forms/use-form-draft.ts';
import { useOnce } from '../../forms/use-once.ts';
import {
  changedFields,
  hindrance,
  type Profile,
  ProfileDraftSchema,
  type ProfileInput,
  ProfileSchema,
  storedProfile,
} from './profile.ts';
import { saveProfile } from './save-profile.ts';

type ProfileForm = UseFormReturn<ProfileInput, unknown, Profile>;

/** What was as it was saved follows what is saved now (another tab may have saved); what is edited stays. */
function useFollowStored(form: ProfileForm, stored: ProfileInput): void {
  const before = useRef(stored);
  useEffect(() => {
    const edited = new Set(changedFields(form.getValues(), before.current));
    for (const field of changedFields(stored, before.current)) {
      if (!edited.has(field)) form.setValue(field, stored[field]);
    }
    before.current = stored;
  }, [form, stored]);
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
  useFollowStored(form, stored);
  useKeptDraft(draft.keepText, input, unsaved);
  useUnsavedInput(unsaved, () => {
    draft.keepText('');
    form.reset(stored);
  });

  const [save, saving] = useOnce(async (profile: Profile) => {
    const saved = await saveProfile(profile);
    setOnlyNameSaved(saved.what === 'name');
    if (saved.what === 'all') notify({ kind: 'success', text: t('saved') });
    else tellFailure(saved.error, t('failure'));
    if (saved.what === 'nothing') return;
    const state = await session.check();
    if (saved.what === 'all' && state.status === 'authenticated') form.reset(storedProfile(state.user));
  });

  return {
    form,
    input,
    stored,
    saving,
    onlyNameSaved: onlyNameSaved && unsaved,
    hindrance: hindrance(input, stored),
    onSubmit: form.handleSubmit(save),
  };
}
