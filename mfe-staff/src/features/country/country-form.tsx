import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { SaveButton } from '@portal/remote-ui/save-button';
import { Section, Sections, TextField } from '@portal/ui';
import type { CountryRecord } from '../../calls/countries.ts';
import { Checkbox } from '../../fields/checkbox.tsx';
import { TextArea } from '../../fields/text-area.tsx';
import { ConflictMessage } from './conflict-message.tsx';
import type { TextName } from './country-input.ts';
import { LanguageChoice } from './language-choice.tsx';
import { PromotionPreview } from './promotion-preview.tsx';
import { useCountryForm } from './use-country-form.ts';
import './country.css';

/** What a field with a text needs. */
type Form = ReturnType<typeof useCountryForm>;

const textProps = ({ form, problemText }: Form, name: TextName) => ({
  error: problemText(name),
  autoComplete: 'off',
  ...form.register(name),
});

/** Changes a country; without a record it adds one. */
export function CountryForm({ record }: { readonly record: CountryRecord | undefined }) {
  const { t } = useTranslation('mfe-staff');
  const form = useCountryForm(record);
  return (
    <form
      className="country stack stack--wide"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.save(event);
      }}
    >
      <Sections>
        <GeneralSection form={form} />
        <NamesSection form={form} />
        <TextsSection form={form} />
      </Sections>
      <ConflictMessage both={form.both} mine={form.typed} theirs={form.saved} onTake={form.takeTheirs} />
      <SaveButton
        text={t('country.save')}
        busyText={t('country.saving')}
        busy={form.saving}
        reason={form.unsaved ? undefined : t('country.nothingChanged')}
      />
    </form>
  );
}

function GeneralSection({ form }: { readonly form: Form }) {
  const { t } = useTranslation('mfe-staff');
  const { register, setValue } = form.form;
  return (
    <Section heading={t('country.general')} text={t('country.aboutGeneral')}>
      {form.isNew && (
        <TextField
          {...textProps(form, 'code')}
          label={t('countries.code')}
          hint={t('country.codeHint')}
          required
          autoCapitalize="none"
          {...register('code', {
            onChange: () => setValue('code', trimText(form.form.getValues('code')).toLowerCase()),
          })}
        />
      )}
      <TextField
        {...textProps(form, 'phonePrefix')}
        label={t('countries.phonePrefix')}
        hint={t('country.prefixHint')}
        required
        inputMode="tel"
      />
      <Checkbox label={t('countries.active')} hint={t('country.activeHint')} {...register('active')} />
      <Checkbox label={t('countries.newlyAdded')} hint={t('country.newHint')} {...register('newlyAdded')} />
    </Section>
  );
}

function NamesSection({ form }: { readonly form: Form }) {
  const { t } = useTranslation('mfe-staff');
  return (
    <Section heading={t('country.names')} text={t('country.aboutNames')}>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          {...textProps(form, `name.${language}`)}
          label={t('country.nameIn', { language: LANGUAGE_NAMES[language] })}
          lang={language}
          required
        />
      ))}
    </Section>
  );
}

function TextsSection({ form }: { readonly form: Form }) {
  const { t } = useTranslation('mfe-staff');
  const { typed, isWrong, language, setLanguage } = form;
  return (
    <Section heading={t('country.texts')} text={t('country.aboutTexts')}>
      <LanguageChoice record={typed} isWrong={isWrong} value={language} onChange={setLanguage} />
      <div className="country-texts" key={language}>
        <TextArea {...textProps(form, `terms.${language}`)} label={t('country.terms')} lang={language} rows={10} />
        <TextField
          {...textProps(form, `promotion.${language}.title`)}
          label={t('country.promotion.title')}
          lang={language}
        />
        <TextArea
          {...textProps(form, `promotion.${language}.text`)}
          label={t('country.promotion.text')}
          lang={language}
          rows={4}
        />
        <TextField
          {...textProps(form, `promotion.${language}.button`)}
          label={t('country.promotion.button')}
          lang={language}
        />
        <TextArea
          {...textProps(form, `promotion.${language}.consent`)}
          label={t('country.promotion.consent')}
          lang={language}
          rows={3}
        />
      </div>
      <PromotionPreview record={typed} language={language} />
    </Section>
  );
}
