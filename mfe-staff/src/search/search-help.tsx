import { useTranslation } from '@portal/i18n';
import { useState } from 'react';
import { Checkbox } from '../fields/checkbox.tsx';
import { useSlashKeyChoice } from './slash-key.ts';

/** What can be searched for, and the choice whether a key leads there. */
export function SearchHelp() {
  const { t } = useTranslation('mfe-staff');
  const { isOn, choose } = useSlashKeyChoice();
  const [checked, setChecked] = useState(isOn);
  return (
    <>
      <p className="prose">{t('search.help')}</p>
      <Checkbox
        name="search-key"
        label={t('search.key')}
        checked={checked}
        onChange={({ target }) => {
          choose(target.checked);
          setChecked(target.checked);
        }}
      />
    </>
  );
}
