import { useTranslation } from '@portal/i18n';
import { SaveButton } from '@portal/remote-ui/save-button';
import { Message, Section, TextField } from '@portal/ui';
import { useId } from 'react';
import type { KeyboardEvent } from 'react';
import { Controller } from 'react-hook-form';
import { CountryField } from './country-field.tsx';
import { useProfileForm } from './use-profile-form.ts';

/** Only the button saves the profile (specification, section 5). */
function ignoreEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

export function ProfileSection() {
  const { t } = useTranslation('mfe-account');
  const { form, saved, saving, onlyNameSaved, isCountryEdited, disabledReason, onEdit, onSubmit } = useProfileForm();
  const { errors } = form.formState;
  const countryId = useId();
  return (
    <Section id="profile" heading={t('profile.heading')} text={t('profile.about')}>
      <form className="stack stack--wide" noValidate onChange={onEdit} onSubmit={(event) => void onSubmit(event)}>
        <TextField
          label={t('profile.firstName')}
          autoComplete="given-name"
          maxLength={100}
          required
          error={errors.firstName && t('profile.nameMissing')}
          onKeyDown={ignoreEnter}
          {...form.register('firstName')}
        />
        <TextField
          label={t('profile.lastName')}
          optional={t('profile.optional')}
          autoComplete="family-name"
          maxLength={100}
          onKeyDown={ignoreEnter}
          {...form.register('lastName')}
        />
        <Controller
          control={form.control}
          name="country"
          render={({ field: { value, onChange, onBlur } }) => (
            <CountryField
              id={countryId}
              value={value}
              stored={saved.country}
              error={errors.country && t('profile.countryMissing')}
              onChange={onChange}
              onBlur={onBlur}
            />
          )}
        />
        {onlyNameSaved && (
          <Message kind="warning" live="status" title={t('profile.onlyName.title')}>
            {t(isCountryEdited ? 'profile.onlyName.edited' : 'profile.onlyName.unchanged')}
          </Message>
        )}
        <SaveButton
          text={t('profile.save')}
          busyText={t('saving')}
          busy={saving}
          reason={disabledReason && t(`profile.disabledReasons.${disabledReason}`)}
        />
      </form>
    </Section>
  );
}
