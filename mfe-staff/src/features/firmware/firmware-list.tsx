import { useLanguage, useTranslation } from '@portal/i18n';
import { Badge, Cell, EmptyCard, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import type { Firmware } from '../../calls/firmware.ts';
import { momentText, sizeText } from '../../lists/numbers.ts';
import './firmware-list.css';

const COLUMNS = ['fileName', 'product', 'hubVersion', 'busVersion', 'size', 'state', 'uploadedAt'] as const;

/** The firmware that has been uploaded, the newest first. */
export function FirmwareTable({ firmware }: { readonly firmware: readonly Firmware[] }) {
  const { t } = useTranslation('mfe-staff');
  if (firmware.length === 0) return <EmptyCard heading={t('firmware.empty.heading')} text={t('firmware.empty.text')} />;
  return (
    <Table label={t('firmware.list')} columns={COLUMNS.map((column) => ({ name: t(`firmware.columns.${column}`) }))}>
      {firmware.map((each) => (
        <FirmwareRow key={each.fileName} firmware={each} />
      ))}
    </Table>
  );
}

function FirmwareRow({
  firmware: { fileName, product, hubVersion, busVersion, size, state, uploadedAt },
}: {
  readonly firmware: Firmware;
}) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  return (
    <RowGroup>
      <Row>
        <RowHeader>
          <span className="firmware__name">{fileName}</span>
        </RowHeader>
        <Cell label={t('firmware.columns.product')}>{product}</Cell>
        <Cell label={t('firmware.columns.hubVersion')} className="numerals">
          {hubVersion}
        </Cell>
        <Cell label={t('firmware.columns.busVersion')} className="numerals">
          {busVersion}
        </Cell>
        <Cell label={t('firmware.columns.size')} className="numerals figure">
          {sizeText(language, size)}
        </Cell>
        <Cell label={t('firmware.columns.state')}>
          <Badge kind={state === 'released' ? 'good' : 'warn'}>{t(`firmware.states.${state}`)}</Badge>
        </Cell>
        <Cell label={t('firmware.columns.uploadedAt')} className="numerals nowrap">
          {momentText(uploadedAt)}
        </Cell>
      </Row>
    </RowGroup>
  );
}
