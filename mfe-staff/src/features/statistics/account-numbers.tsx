import { useLanguage, useTranslation } from '@portal/i18n';
import type { Statistics } from '../../calls/statistics.ts';

const SHARES = ['confirmed', 'migrated'] as const;

/** How many accounts there are, and which share of them is confirmed and migrated. */
export function AccountNumbers({ accounts }: Pick<Statistics, 'accounts'>) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const format = new Intl.NumberFormat(language);
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <dl className="account-numbers">
      <div className="card">
        <dt>{t('statistics.accounts.all')}</dt>
        <dd className="account-numbers__number numerals">{format.format(accounts.all)}</dd>
      </div>
      {SHARES.map((name) => (
        <div key={name} className="card">
          <dt>{t(`statistics.accounts.${name}`)}</dt>
          <dd className="account-numbers__number numerals">{format.format(accounts[name])}</dd>
          {accounts.all > 0 && (
            <dd className="soft">{t('statistics.share', { share: share.format(accounts[name] / accounts.all) })}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
