import { toDate } from '@portal/contract/dates';
import { formatDate, useLanguage, useTranslation } from '@portal/i18n';
import { Section, Sections } from '@portal/ui';
import type { Days, Statistics } from '../../calls/statistics.ts';
import { numberText } from '../../lists/numbers.ts';
import { DayPlot } from './day-plot.tsx';
import { FiguresBelow } from './figures.tsx';
import { HubNumbers } from './hub-numbers.tsx';
import './statistics.css';
import './plot.css';

const SHARES = ['confirmed', 'migrated'] as const;

/** How many accounts there are, and which share of them is confirmed and migrated. */
function AccountNumbers({ accounts }: Pick<Statistics, 'accounts'>) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <dl className="account-numbers">
      <div className="card">
        <dt>{t('statistics.accounts.all')}</dt>
        <dd className="account-numbers__number numerals">{numberText(language, accounts.all)}</dd>
      </div>
      {SHARES.map((name) => (
        <div key={name} className="card">
          <dt>{t(`statistics.accounts.${name}`)}</dt>
          <dd className="account-numbers__number numerals">{numberText(language, accounts[name])}</dd>
          {accounts.all > 0 && (
            <dd className="soft">{t('statistics.share', { share: share.format(accounts[name] / accounts.all) })}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}

const WAYS = ['owner', 'link', 'staff'] as const;

interface DayNumbers {
  readonly day: string;
  readonly values: readonly number[];
}

interface ByDayProps {
  readonly name: string;
  readonly fileName: string;
  readonly days: readonly DayNumbers[];
  readonly series: readonly string[];
  readonly summary: string;
}

/** Numbers by day as a plot, a table and a file. */
function ByDay({ name, fileName, days, series, summary }: ByDayProps) {
  const { t } = useTranslation('mfe-staff');
  const several = series.length > 1;
  return (
    <>
      <DayPlot series={series} days={days} summary={summary} />
      <FiguresBelow
        name={name}
        fileName={fileName}
        figures={{
          showAbout: (day) => formatDate(toDate(day)),
          columns: [t('statistics.day'), ...series, ...(several ? [t('statistics.together')] : [])],
          rows: days.map(({ day, values }) => [
            day,
            ...values,
            ...(several ? [values.reduce((sum, value) => sum + value, 0)] : []),
          ]),
        }}
      />
    </>
  );
}

/** What a plot shows in words: how many together, and the day with most. */
function useSummary() {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  return (name: string, days: readonly DayNumbers[], parts: string): string => {
    const sums = days.map(({ day, values }) => ({ day, sum: values.reduce((all, value) => all + value, 0) }));
    const all = sums.reduce((together, { sum }) => together + sum, 0);
    const [most] = sums.toSorted((a, b) => b.sum - a.sum);
    if (all === 0 || !most) return t('statistics.summaryNone', { name });
    const day = formatDate(toDate(most.day));
    return `${t('statistics.summary', { name, all: numberText(language, all), day, most: numberText(language, most.sum) })}${parts}`;
  };
}

interface StatisticsViewProps {
  readonly statistics: Statistics;
  readonly days: Days;
}

/** All numbers: of now first, then by day. */
export function StatisticsView({ statistics: { accounts, hubs, releases, signIns }, days }: StatisticsViewProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const summarize = useSummary();
  const fileName = (what: string) => `statistics-${what}-${signIns.at(-1)?.day ?? days}`;
  const series = WAYS.map((way) => t(`statistics.releases.${way}`));
  const released = releases.map((each) => ({ day: each.day, values: WAYS.map((way) => each[way]) }));
  const parts = WAYS.map((way, index) => {
    const count = releases.reduce((all, each) => all + each[way], 0);
    return ` ${series[index]}: ${numberText(language, count)}.`;
  });
  const signedIn = signIns.map(({ day, count }) => ({ day, values: [count] }));
  return (
    <Sections>
      <Section heading={t('statistics.accounts.title')} text={t('statistics.accounts.about')}>
        <AccountNumbers accounts={accounts} />
      </Section>
      <Section heading={t('statistics.hubs.title')} text={t('statistics.hubs.about')}>
        <HubNumbers hubs={hubs} fileName={fileName('hubs')} />
      </Section>
      <Section heading={t('statistics.releases.title')} text={t('statistics.releases.about')}>
        <ByDay
          name={t('statistics.releases.title')}
          fileName={fileName(`releases-${days}`)}
          days={released}
          series={series}
          summary={summarize(t('statistics.releases.title'), released, parts.join(''))}
        />
      </Section>
      <Section heading={t('statistics.signIns.title')} text={t('statistics.signIns.about')}>
        <ByDay
          name={t('statistics.signIns.title')}
          fileName={fileName(`sign-ins-${days}`)}
          days={signedIn}
          series={[t('statistics.signIns.count')]}
          summary={summarize(t('statistics.signIns.title'), signedIn, '')}
        />
      </Section>
    </Sections>
  );
}
