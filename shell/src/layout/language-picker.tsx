import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import { useLanguage, useTranslation } from '@portal/i18n';
import { notify } from '@portal/ui';
import { useState } from 'react';
import { chooseInPicker } from '../languages.ts';
import { usePortal } from '../portal.ts';

/** The language picker; `bare` has its label for screen readers only. */
export function LanguagePicker({ bare = false }: { readonly bare?: boolean }) {
  const { loader } = usePortal();
  const language = useLanguage();
  const { t } = useTranslation('shell');
  const [loading, setLoading] = useState(false);
  const choose = async (value: string) => {
    setLoading(true);
    try {
      await chooseInPicker(loader, value);
    } catch (error) {
      console.error('The texts of the chosen language could not be loaded.', error);
      notify({ kind: 'error', text: t('notice.generic') });
    } finally {
      setLoading(false);
    }
  };
  return (
    <div className="picker">
      <label className={bare ? 'visually-hidden' : undefined} htmlFor="language">
        {t('footer.language')}
      </label>
      <select
        className="select"
        id="language"
        value={language}
        aria-busy={loading}
        onChange={(event) => void choose(event.currentTarget.value)}
      >
        {LANGUAGES.map((code) => (
          <option key={code} value={code} lang={code}>
            {LANGUAGE_NAMES[code]}
          </option>
        ))}
      </select>
    </div>
  );
}
