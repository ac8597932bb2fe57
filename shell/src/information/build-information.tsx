import { fallbacksOf } from '@portal/contract/fallbacks';
import { PART_NAME_TEXT } from '@portal/contract/declaration';
import type { Declaration } from '@portal/contract/declaration';
import type { Language } from '@portal/contract/language';
import { LICENCES_PATH } from '@portal/contract/web-server-paths';
import { formatDate, useLanguage, useTranslation } from '@portal/i18n';
import { Card, Cell, Entries, PageBody, PageHead, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { usePortal } from '../portal.ts';

/** A part's name for people; without one, the label of its first header item, else the title of its first route. */
function nameOf({ header, routes, texts }: Declaration, language: Language): string {
  const text = texts[PART_NAME_TEXT] ?? texts[header[0]?.label ?? routes[0]?.title ?? ''];
  return text?.[language] ?? '';
}

/** Version and build date of the portal, then of every live part, the shell first (specification, section 2). */
export function BuildInformation() {
  const { page, loader } = usePortal();
  const { t } = useTranslation('information');
  const language = useLanguage();
  const { shell, remotes, number } = page.release;
  const [portalVersion = ''] = shell.version.split('-'); // the suffix distinguishes builds of one version
  /** The versions that run in this page, which may be fallbacks; for remotes that have not loaded, the released ones. */
  const parts = Object.entries(remotes).map(([name, remote]) => {
    const running = loader.loaded().find((loaded) => loaded.name === name)?.module.version;
    const { version, builtAt } = fallbacksOf(remote).find((fallback) => fallback.version === running) ?? remote;
    return { name, declaration: remote.declaration, version, builtAt };
  });
  const builtOn = (builtAt: string) => formatDate(new Date(builtAt));
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
        <Table
          label={t('build.parts')}
          columns={[t('build.part'), t('build.version'), t('build.date')].map((name) => ({ name }))}
        >
          {[{ name: 'shell', ...shell }, ...parts].map(({ name, version, builtAt, declaration }) => (
            <RowGroup key={name}>
              <Row>
                <RowHeader>{nameOf(declaration, language)}</RowHeader>
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
        <p>
          <a href={LICENCES_PATH}>{t('build.licences')}</a>
        </p>
      </PageBody>
    </>
  );
}
