import type { NewsConsent } from '@portal/api';
import { formatDate } from '@portal/contract/dates';
import { useTranslation } from '@portal/i18n';
import { Button, Switch, useFocusAfterRetry } from '@portal/ui';
import type { RefObject } from 'react';
import { useNewsConsent } from './use-news-consent.ts';

interface NewsSwitchProps {
  /** The consent that was loaded. */
  readonly first: NewsConsent;
  /** Id of the text that says what one agrees to. */
  readonly describedBy: string;
  readonly control: RefObject<HTMLInputElement | null>;
}

/** Gives the consent to news by e-mail, and takes it back. */
export function NewsSwitch({ first, describedBy, control }: NewsSwitchProps) {
  const { t } = useTranslation('mfe-account');
  const { consent, at, failed, changing, isSlow, change } = useNewsConsent(first);
  useFocusAfterRetry(control, { retrying: failed !== undefined && changing, ended: failed === undefined });
  const state = t(consent ? 'data.file.yes' : 'data.file.no');
  return (
    <>
      <div className="cluster">
        <span aria-hidden="true">{t('news.agree')}</span>
        <Switch
          ref={control}
          label={t('news.agree')}
          checked={consent}
          busy={isSlow}
          stateText={isSlow ? t('email.changing') : state}
          describedBy={describedBy}
          onChange={change}
        />
        {at !== null && <span className="soft">{t('news.since', { date: formatDate(at) })}</span>}
      </div>
      <p className="visually-hidden" role="status">
        {isSlow && t('email.changing')}
      </p>
      {failed !== undefined && (
        <div className="cluster" role="alert">
          <span>{t(failed === 'unknown' ? 'news.unanswered' : 'news.unchanged')}</span>
          <Button size="small" icon="retry" busy={changing} onClick={change}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
    </>
  );
}
