import { useLanguage, useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import { useId } from 'react';
import { csv } from '@portal/remote-ui/csv';
import { saveFile } from '@portal/remote-ui/save-file';

/** Numbers as rows: what a row is about first. */
export interface Figures {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly [about: string, ...numbers: number[]])[];
  /** How the table shows what a row is about; the file has it as it is. */
  readonly showAbout?: (about: string) => string;
}

interface FiguresProps {
  readonly figures: Figures;
  /** Says what the numbers are: name of the table, and of the button that downloads them. */
  readonly name: string;
  /** Name of the file, without its ending. */
  readonly fileName: string;
}

/** All numbers of a plot: a table that opens, and a file for spreadsheets. */
export function FiguresBelow({ figures, name, fileName }: FiguresProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const { columns, rows } = figures;
  return (
    <div className="figures">
      <details>
        <summary>{t('statistics.allNumbers')}</summary>
        <NumberTable figures={figures} name={name} />
      </details>
      <Button
        size="small"
        icon="download"
        aria-label={t('statistics.downloadOf', { name })}
        onClick={() => saveFile({ name: `${fileName}.csv`, type: 'text/csv', text: csv([columns, ...rows], language) })}
      >
        {t('statistics.download')}
      </Button>
    </div>
  );
}

/** A plain table of numbers. It scrolls by itself where it is too wide, so it takes the focus. */
function NumberTable({ figures: { columns, rows, showAbout }, name }: Omit<FiguresProps, 'fileName'>) {
  const language = useLanguage();
  const id = useId();
  const format = new Intl.NumberFormat(language);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- otherwise the keyboard could not scroll it
    <div className="figures__box" role="group" aria-labelledby={id} tabIndex={0}>
      <table className="figures__table numerals">
        <caption className="visually-hidden" id={id}>
          {name}
        </caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([about, ...numbers]) => (
            <tr key={about}>
              <th scope="row">{showAbout?.(about) ?? about}</th>
              {numbers.map((number, index) => (
                <td key={columns[index + 1]}>{format.format(number)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
