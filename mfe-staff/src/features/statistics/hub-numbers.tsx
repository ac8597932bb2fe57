import { useLanguage, useTranslation } from '@portal/i18n';
import type { Statistics } from '../../calls/statistics.ts';
import { numberText } from '../../lists/numbers.ts';
import { FiguresBelow } from './figures.tsx';
import type { Figures } from './figures.tsx';

const TYPES = { HUB: 'hub', CUI100: 'smartphoneHub', REARLIGHT: 'rearLight' } as const;
const COUNTS = ['all', 'guests', 'shared'] as const;

function isKnown(type: string): type is keyof typeof TYPES {
  return Object.hasOwn(TYPES, type);
}

/** The hubs by type: how many, how many guests they have, and how many are shared. Each has one owner. */
export function HubNumbers({ hubs, fileName }: Pick<Statistics, 'hubs'> & { readonly fileName: string }) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const most = Math.max(1, ...hubs.flatMap((hub) => COUNTS.map((count) => hub[count])));
  const getName = (type: string) => (isKnown(type) ? t(`statistics.hubs.types.${TYPES[type]}`) : type);
  const figures: Figures = {
    columns: [t('statistics.hubs.type'), ...COUNTS.map((count) => t(`statistics.hubs.${count}`))],
    rows: hubs.map((hub) => [getName(hub.type), ...COUNTS.map((count) => hub[count])]),
  };
  if (hubs.length === 0) return <p className="soft">{t('statistics.hubs.none')}</p>;
  return (
    <>
      <div className="hub-numbers">
        {hubs.map((hub) => (
          <section key={hub.type} className="hub-numbers__type">
            <h3>{getName(hub.type)}</h3>
            <dl className="hub-numbers__bars">
              {COUNTS.map((count) => (
                <div key={count}>
                  <dt>{t(`statistics.hubs.${count}`)}</dt>
                  <dd>
                    <svg className="hub-numbers__bar" aria-hidden="true">
                      <rect
                        className="hub-numbers__length"
                        width={`${((hub[count] / most) * 100).toFixed(2)}%`}
                        height="100%"
                      />
                    </svg>
                    <span className="numerals">{numberText(language, hub[count])}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <FiguresBelow figures={figures} name={t('statistics.hubs.title')} fileName={fileName} />
    </>
  );
}
