import { formatDate, useTranslation } from '@portal/i18n';
import { Card, Cell, Entries, PageBody, PageHead, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { usePortal } from '../portal.ts';
import { INFORMATION } from './texts.ts';

/** Version and build date of the portal, and below of every live part, the frame first (specification, section 2). */
export function BuildInformation() {
  const { page } = usePortal();
  const { t } = useTranslation(INFORMATION);
  const { shell, remotes, number } = page.release;
  const [portalVersion = ''] = shell.version.split('-'); // what follows tells builds of one version apart
  const builtOn = (builtAt: string) => formatDate(new Date(builtAt));
  const nameOf = (name: string) => t(`build.names.${name}`, { defaultValue: t('build.names.other') });
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
          {Object.entries({ shell, ...remotes }).map(([name, { version, builtAt }]) => (
            <RowGroup key={name}>
              <Row>
                <RowHeader>{nameOf(name)}</RowHeader>
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
      </PageBody>
    </>
  );
}
