import { toDate } from '@portal/contract/dates';
import { formatDate, useLanguage, useTranslation } from '@portal/i18n';
import { Section, Sections } from '@portal/ui';
import type { Days, Statistics } from '../../calls/statistics.ts';
import { numberText } from '../../lists/numbers.ts';
import { BarPlot } from './bar-plot.tsx';
import { FiguresBelow } from './figures.tsx';
import { HubNumbers } from './hub-numbers.tsx';
import { sum, sumWeeks } from './scale.ts';
import type { Bar } from './scale.ts';
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

interface ByDayProps {
  readonly name: string;
  readonly fileName: string;
  readonly days: readonly Bar[];
  readonly series: readonly string[];
}

/** So many days have a bar each; of more, seven days have one. */
const MOST_BARS = 30;

/** Numbers by day as a plot, whose bars are weeks if there are many days; and as a table and a file. */
function ByDay({ name, fileName, days, series }: ByDayProps) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const several = series.length > 1;
  const per = days.length > MOST_BARS ? 'week' : 'day';
  const bars = per === 'week' ? sumWeeks(days) : days;
  const getParts = (values: readonly number[]) =>
    several ? series.map((part, index) => ` ${part}: ${numberText(language, values[index] ?? 0)}.`).join('') : '';
  const totals = series.map((_part, index) => sum(days.map(({ values }) => values[index] ?? 0)));
  const [most] = bars.toSorted((a, b) => sum(b.values) - sum(a.values));
  const summary =
    !most || sum(totals) === 0
      ? t('statistics.summaryNone', { name })
      : t(`statistics.summary.${per}`, {
          name,
          all: numberText(language, sum(totals)),
          day: formatDate(toDate(most.day)),
          most: numberText(language, sum(most.values)),
        }) + getParts(totals);
  return (
    <>
      <p className="soft">{t(`statistics.bars.${per}`)}</p>
      <BarPlot
        series={series}
        bars={bars}
        summary={summary}
        getText={({ day, values }) => {
          const count = numberText(language, sum(values));
          return `${t(`statistics.value.${per}`, { day: formatDate(toDate(day)), count })}.${getParts(values)}`;
        }}
      />
      <FiguresBelow
        name={name}
        fileName={fileName}
        figures={{
          showAbout: (day) => formatDate(toDate(day)),
          columns: [t('statistics.day'), ...series, ...(several ? [t('statistics.together')] : [])],
          rows: days.map(({ day, values }) => [day, ...values, ...(several ? [sum(values)] : [])]),
        }}
      />
    </>
  );
}

interface StatisticsViewProps {
  readonly statistics: Statistics;
  readonly days: Days;
}

/** All numbers: of now first, then by day. */
export function StatisticsView({ statistics: { accounts, hubs, releases, signIns }, days }: StatisticsViewProps) {
  const { t } = useTranslation('mfe-staff');
  const fileName = (what: string) => `statistics-${what}-${signIns.at(-1)?.day ?? days}`;
  const series = WAYS.map((way) => t(`statistics.releases.${way}`));
  const released = releases.map((each) => ({ day: each.day, values: WAYS.map((way) => each[way]) }));
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
        />
      </Section>
      <Section heading={t('statistics.signIns.title')} text={t('statistics.signIns.about')}>
        <ByDay
          name={t('statistics.signIns.title')}
          fileName={fileName(`sign-ins-${days}`)}
          days={signedIn}
          series={[t('statistics.signIns.count')]}
        />
      </Section>
    </Sections>
  );
}
