import { THEMES } from '@portal/contract/theme';
import { useTranslation } from '@portal/i18n';
import { chooseTheme, useTheme } from '../theme.ts';

export function ThemePicker() {
  const theme = useTheme();
  const { t } = useTranslation('shell');
  return (
    <div className="picker">
      <label htmlFor="theme">{t('footer.theme')}</label>
      <select className="select" id="theme" value={theme} onChange={(event) => chooseTheme(event.currentTarget.value)}>
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {t(`footer.themes.${name}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
