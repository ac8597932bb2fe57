import { LICENCES_PATH } from '@portal/contract/web-server-paths';
import { useTranslation } from '@portal/i18n';
import { Card, Cell, Entries, PageBody, PageHead, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import type { ReactElement, ReactNode } from 'react';
import { isValidElement } from 'react';

interface PartFacts {
  readonly name: string;
  readonly version: string;
  /** dd.mm.yyyy */
  readonly day: string;
}

interface BuildFactsProps {
  readonly version: string;
  readonly day: string;
  readonly release: ReactNode;
  /** Or what stands in place of the table. */
  readonly parts: readonly PartFacts[] | ReactElement;
}

function PartsTable({ parts }: { readonly parts: readonly PartFacts[] }) {
  const { t } = useTranslation('information');
  return (
    <Table
      label={t('build.parts')}
      columns={[t('build.part'), t('build.version'), t('build.date')].map((name) => ({ name }))}
    >
      {parts.map((part, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- two parts may have one name; their order is that of the release
        <RowGroup key={place}>
          <Row>
            <RowHeader>{part.name}</RowHeader>
            <Cell label={t('build.version')} className="numerals">
              {part.version}
            </Cell>
            <Cell label={t('build.date')} className="numerals">
              {part.day}
            </Cell>
          </Row>
        </RowGroup>
      ))}
    </Table>
  );
}

/**
 * Version and build date of the portal, then of every part. Without hooks that need the running portal, because the
 * build paints it, too.
 */
export function BuildFacts({ version, day, release, parts }: BuildFactsProps) {
  const { t } = useTranslation('information');
  return (
    <>
      <PageHead title={t('build.heading')} />
      <PageBody stacked>
        <Card>
          <Entries
            entries={[
              { name: t('build.version'), value: <span className="numerals">{version}</span> },
              { name: t('build.date'), value: <span className="numerals">{day}</span> },
              { name: t('build.release'), value: <span className="numerals">{release}</span> },
            ]}
          />
        </Card>
        <h2>{t('build.parts')}</h2>
        {isValidElement(parts) ? parts : <PartsTable parts={parts} />}
        <p>
          <a href={LICENCES_PATH}>{t('build.licences')}</a>
        </p>
      </PageBody>
    </>
  );
}
