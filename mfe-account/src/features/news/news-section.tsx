import { CallError, getNewsConsent, reportFailure } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { notify, Section, useFeature, useFocusAfterRetry, useLazyImport, useLoad, useNavigate } from '@portal/ui';
import { useCallback, useId, useRef } from 'react';
import { isForbidden } from '../../forms/forbidden.ts';
import { LoadError } from '../../forms/load-error.tsx';

/**
 * Whether the user is asked here about news by e-mail: whoever is on single sign-on is asked in the central identity.
 */
export function useIsAskedAboutNews(): boolean {
  const { usesSingleSignOn } = useUser();
  return useFeature('notifications') && !usesSingleSignOn;
}

/** The consent to news by e-mail (specification, section 3). Its switch is a chunk of its own. */
export function NewsSection() {
  const { t } = useTranslation('mfe-account');
  const { email } = useUser();
  const lazyImport = useLazyImport();
  const load = useCallback(async () => {
    const [{ NewsSwitch }, first] = await Promise.all([
      lazyImport(() => import(/* webpackChunkName: "news" */ './news-switch.tsx')),
      getNewsConsent(),
    ]);
    return { NewsSwitch, first };
  }, [lazyImport]);
  const navigate = useNavigate();
  const [news, retry] = useLoad(load, {
    onFailure(error) {
      if (isForbidden(error)) return void navigate('/forbidden', { replace: true });
      const raiseNotice = () => notify({ kind: 'error', text: t('failure') });
      if (error instanceof CallError) reportFailure(error, raiseNotice);
      else console.error('The switch for news by e-mail could not be loaded.', error);
    },
  });
  const retrying = news.status === 'loading' && news.again;
  const hasFailed = news.status === 'failed' || retrying;
  const loaded = news.status === 'loaded' ? news.value : undefined;
  const control = useRef<HTMLInputElement>(null);
  useFocusAfterRetry(control, { retrying, ended: loaded !== undefined });
  const descriptionId = useId();
  return (
    <Section id="news" heading={t('news.heading')} text={t('news.about')}>
      <p className="prose" id={descriptionId}>
        {t('news.means', { email })}
      </p>
      {loaded && <loaded.NewsSwitch first={loaded.first} describedBy={descriptionId} control={control} />}
      {hasFailed && <LoadError retrying={retrying} onRetry={retry} />}
      {!loaded && !hasFailed && (
        <div className="cluster">
          <p className="switch soft" role="status">
            {t('news.loading')}
          </p>
        </div>
      )}
    </Section>
  );
}
