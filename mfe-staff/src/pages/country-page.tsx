import { useLanguage, useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { ButtonLink, Message, useParams } from '@portal/ui';
import { getCountryRecords } from '../calls/countries.ts';
import { CountryFacts } from '../features/country/country-facts.tsx';
import { CountryForm } from '../features/country/country-form.tsx';
import { StaffLayout } from '../features/layout/staff-layout.tsx';
import { LoadBoundary } from '../loading/load-boundary.tsx';
import { useRead } from '../loading/use-read.ts';

/** Stands in the place of a code; those have two letters. */
const NEW = 'new';

/** `/staff/countries/:code`, and `/staff/countries/new`. */
export function Page() {
  const { roles } = useUser();
  const { code = '' } = useParams();
  return code === NEW && can('change countries', roles) ? <NewCountry /> : <KnownCountry key={code} code={code} />;
}

function NewCountry() {
  const { t } = useTranslation('mfe-staff');
  return (
    <StaffLayout title={t('countries.add')} back={{ to: '/staff/countries', text: t('country.back') }}>
      <CountryForm record={undefined} />
    </StaffLayout>
  );
}

function KnownCountry({ code }: { readonly code: string }) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const { roles } = useUser();
  const read = useRead(getCountryRecords);
  const country = read.shown?.value.find((each) => each.code === code);
  const Content = can('change countries', roles) ? CountryForm : CountryFacts;
  return (
    <StaffLayout
      title={country?.name[language] ?? t('country.title')}
      back={{ to: '/staff/countries', text: t('country.back') }}
    >
      <LoadBoundary read={read}>{() => (country ? <Content record={country} /> : <NoCountry />)}</LoadBoundary>
    </StaffLayout>
  );
}

function NoCountry() {
  const { t } = useTranslation('mfe-staff');
  return (
    <Message
      kind="info"
      titleAs="h2"
      title={t('country.unknown')}
      actions={<ButtonLink to="/staff/countries">{t('country.back')}</ButtonLink>}
    >
      {t('country.unknownText')}
    </Message>
  );
}
