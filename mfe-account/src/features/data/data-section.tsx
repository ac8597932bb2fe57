import { useTranslation } from '@portal/i18n';
import { Button, Section, useFocusAfterRetry, useOutwardLinks } from '@portal/ui';
import { useRef } from 'react';
import { LoadError } from '../../forms/load-error.tsx';
import { FORMATS } from './formats.ts';
import { useDataDownload } from './use-data-download.ts';

/**
 * A copy of what the portal holds about the user, and the link to the data that others hold (Data Action), if its
 * address is configured.
 */
export function DataSection({ isAskedAboutNews }: { readonly isAskedAboutNews: boolean }) {
  const { t } = useTranslation('mfe-account');
  const { dataAct } = useOutwardLinks();
  const { download, retry, active, running, failed } = useDataDownload(isAskedAboutNews);
  const pressed = useRef<HTMLButtonElement>(null);
  useFocusAfterRetry(pressed, { retrying: failed && running, ended: !failed });
  return (
    <Section id="data" heading={t('data.heading')} text={t('data.about')}>
      <p className="prose">{t('data.included')}</p>
      {isAskedAboutNews && <p className="prose">{t('data.includedNews')}</p>}
      <div className="cluster">
        {FORMATS.map((format) => (
          <Button
            key={format}
            ref={format === active ? pressed : undefined}
            icon="download"
            busy={running && !failed && format === active}
            onClick={() => download(format)}
          >
            {t(`data.formats.${format}`)}
          </Button>
        ))}
      </div>
      {failed && active !== undefined && <LoadError texts="data.failed" retrying={running} onRetry={retry} />}
      <p className="prose">{t('data.notIncluded')}</p>
      {dataAct !== undefined && (
        <p>
          <a href={dataAct}>{t('data.link')}</a>
        </p>
      )}
    </Section>
  );
}
