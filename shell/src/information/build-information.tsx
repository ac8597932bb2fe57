import { fallbacksOf } from '@portal/contract/fallbacks';
import type { LiveParts } from '@portal/contract/live-parts';
import { LICENCES_PATH } from '@portal/contract/web-server-paths';
import { formatDate, useLanguage, useTranslation } from '@portal/i18n';
import { Card, Cell, Entries, FailureCard, PageBody, PageHead, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { useLoaderData, useRevalidator } from 'react-router-dom';
import { usePortal } from '../portal.ts';

const builtOn = (builtAt: string) => formatDate(new Date(builtAt));

interface PartsTableProps {
  readonly released: LiveParts;
}

/** The versions that run in this page, which may be fallbacks; for remotes that have not loaded, the released ones. */
function PartsTable({ released }: PartsTableProps) {
  const { parts, loader } = usePortal();
  const { t } = useTranslation('information');
  const language = useLanguage();
  const rows = released.map((live) => {
    const running = loader.loaded().find(({ name }) => name === live.part)?.module.version;
    const fallbacks = fallbacksOf(parts.remote(live.part) ?? { fallback: null });
    const { version, builtAt } = fallbacks.find((fallback) => fallback.version === running) ?? live;
    return { ...live, version, builtAt };
  });
  return (
    <Table
      label={t('build.parts')}
      columns={[t('build.part'), t('build.version'), t('build.date')].map((name) => ({ name }))}
    >
      {rows.map(({ part, text, version, builtAt }) => (
        <RowGroup key={part}>
          <Row>
            <RowHeader>{text[language]}</RowHeader>
            <Cell label={t('build.version')} className="numerals">
              {version}
            </Cell>
            <Cell label={t('build.date')} className="numerals">
              {builtOn(builtAt)}
            </Cell>
          </Row>
        </RowGroup>
      ))}
    </Table>
  );
}

/** In place of the table if the web server has not told the versions. */
function NoParts() {
  const { t } = useTranslation('shell');
  const { state, revalidate } = useRevalidator();
  return (
    <FailureCard
      heading={t('failure.title')}
      text={t('failure.text')}
      retryText={t('failure.tryAgain')}
      retryingText={t('failure.trying')}
      retrying={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  );
}

/** Version and build date of the portal, then of every live part, the shell first (specification, section 2). The route loads the parts. */
export function BuildInformation() {
  const { page } = usePortal();
  const { t } = useTranslation('information');
  const { shell, number } = page.release;
  const released = useLoaderData<LiveParts | null>();
  const [portalVersion = ''] = shell.version.split('-'); // the suffix distinguishes builds of one version
  return (
    <>
      <PageHead title={t('build.heading')} />
      <PageBody stacked>
        <Card>
          <Entries
            entries={[
              { name: t('build.version'), value: <span className="numerals">{portalVersion}</span> },
              { name: t('build.date'), value: <span className="numerals">{builtOn(shell.builtAt)}</span> },
              { name: t('build.release'), value: <span className="numerals">{number}</span> },
            ]}
          />
        </Card>
        <h2>{t('build.parts')}</h2>
        {released ? <PartsTable released={released} /> : <NoParts />}
        <p>
          <a href={LICENCES_PATH}>{t('build.licences')}</a>
        </p>
      </PageBody>
    </>
  );
}
