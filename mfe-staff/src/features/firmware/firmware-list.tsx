import { useLanguage, useTranslation } from '@portal/i18n';
import { Badge, Cell, EmptyCard, focusIfLost, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Firmware } from '../../calls/firmware.ts';
import { Moment } from '../../lists/moment.tsx';
import { sizeText } from '../../lists/numbers.ts';
import { FirmwareDetails } from './firmware-details.tsx';
import type { FirmwareProps } from './firmware-details.tsx';
import './firmware-list.css';

const COLUMNS = ['fileName', 'product', 'hubVersion', 'busVersion', 'size', 'state', 'uploadedAt'] as const;

interface FirmwareTableProps {
  readonly firmware: readonly Firmware[];
  readonly readAgain: () => void;
}

/** The firmware that has been uploaded, the newest first. */
export function FirmwareTable({ firmware, readAgain }: FirmwareTableProps) {
  const { t } = useTranslation('mfe-staff');
  if (firmware.length === 0) return <EmptyCard heading={t('firmware.empty.heading')} text={t('firmware.empty.text')} />;
  return (
    <Table label={t('firmware.list')} columns={COLUMNS.map((column) => ({ name: t(`firmware.columns.${column}`) }))}>
      {firmware.map((each) => (
        <FirmwareRow key={each.fileName} firmware={each} readAgain={readAgain} />
      ))}
    </Table>
  );
}

/** A name whose line may break behind each underscore. */
function FileName({ text }: { readonly text: string }) {
  const [, start = '', rest] = /^(.*?_)(.+)$/.exec(text) ?? [];
  if (rest === undefined) return text;
  return (
    <>
      {start}
      <wbr />
      <FileName text={rest} />
    </>
  );
}

function FirmwareRow({ firmware, readAgain }: FirmwareProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const [isOpen, setIsOpen] = useState(false);
  const { fileName, product, hubVersion, busVersion, size, state, uploadedAt } = firmware;
  const button = useRef<HTMLButtonElement>(null);
  // The act that was pressed disappears with the state that allowed it.
  const lastState = useRef(state);
  useLayoutEffect(() => {
    if (lastState.current !== state) focusIfLost(button.current);
    lastState.current = state;
  }, [state]);
  return (
    <RowGroup>
      <Row>
        <RowHeader>
          <button
            ref={button}
            type="button"
            className="firmware__open firmware__name"
            aria-expanded={isOpen}
            aria-label={fileName} // some read a space where a line may break
            onClick={() => setIsOpen(!isOpen)}
          >
            <FileName text={fileName} />
          </button>
        </RowHeader>
        <Cell label={t('firmware.columns.product')} className="firmware__product">
          {product}
        </Cell>
        <Cell label={t('firmware.columns.hubVersion')} className="numerals">
          {hubVersion}
        </Cell>
        <Cell label={t('firmware.columns.busVersion')} className="numerals">
          {busVersion}
        </Cell>
        <Cell label={t('firmware.columns.size')} className="numerals nowrap figure">
          {sizeText(language, size)}
        </Cell>
        <Cell label={t('firmware.columns.state')}>
          {state === 'released' ? (
            t('firmware.states.released')
          ) : (
            <Badge kind={state === 'testing' ? 'warn' : 'bad'}>{t(`firmware.states.${state}`)}</Badge>
          )}
        </Cell>
        <Cell label={t('firmware.columns.uploadedAt')}>
          <Moment at={uploadedAt} />
        </Cell>
      </Row>
      {isOpen && (
        <Row>
          <Cell colSpan={COLUMNS.length} className="firmware__details">
            <FirmwareDetails firmware={firmware} readAgain={readAgain} />
          </Cell>
        </Row>
      )}
    </RowGroup>
  );
}
