import { onlyValue } from '@portal/contract/paths';
import { trimText } from '@portal/contract/trim-text';
import { useLanguage, useTranslation } from '@portal/i18n';
import { searchForAddress, useSearchText } from '@portal/remote-ui/use-search-text';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import {
  Badge,
  ButtonLink,
  Cell,
  Link,
  Message,
  Row,
  RowGroup,
  RowHeader,
  SearchField,
  Table,
  useSearchParams,
} from '@portal/ui';
import type { Language } from '@portal/contract/language';
import type { CountryRecord } from '../../calls/countries.ts';
import './countries.css';

/** For comparison: without case and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The countries that have the text in their code, a name or their phone prefix, sorted by their name in `language`. */
function findCountries(
  countries: readonly CountryRecord[],
  text: string,
  language: Language,
): readonly CountryRecord[] {
  const wanted = plain(trimText(text));
  return countries
    .filter(({ code, name, phonePrefix }) =>
      [code, phonePrefix, ...Object.values(name)].some((words) => plain(words).includes(wanted)),
    )
    .toSorted((a, b) => a.name[language].localeCompare(b.name[language], language));
}

/** The text to search for, which the address keeps (`?search=`). */
function useCountrySearch() {
  const [query, setQuery] = useSearchParams();
  return useSearchText(searchForAddress(onlyValue(query, 'search') ?? ''), (search) => {
    const next = new URLSearchParams(query);
    if (search === '') next.delete('search');
    else next.set('search', search);
    setQuery(next, { replace: true });
  });
}

/** All countries in a table, with a search. */
export function CountryList({ countries }: { readonly countries: readonly CountryRecord[] }) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const { roles } = useUser();
  const [text, setText] = useCountrySearch();
  const found = findCountries(countries, text, language);
  const noMatch = t('countries.noMatch', { text: trimText(text) });
  return (
    <>
      <div className="countries-tools">
        <SearchField
          label={t('countries.search')}
          clearLabel={t('countries.clear')}
          placeholder={t('countries.searchFor')}
          value={text}
          onChange={setText}
        />
        {can('change countries', roles) && (
          <ButtonLink variant="primary" icon="larger" to="/staff/countries/new">
            {t('countries.add')}
          </ButtonLink>
        )}
      </div>
      <p className={found.length > 0 ? 'soft' : 'visually-hidden'} role="status">
        {found.length > 0 ? t('countries.found', { count: found.length }) : noMatch}
      </p>
      {found.length > 0 && <CountryTable countries={found} />}
      {found.length === 0 && trimText(text) !== '' && (
        <Message titleAs="h2" title={noMatch}>
          {t('countries.noMatchText')}
        </Message>
      )}
    </>
  );
}

function CountryTable({ countries }: { readonly countries: readonly CountryRecord[] }) {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const columns = (['name', 'code', 'phonePrefix', 'active', 'newlyAdded'] as const).map((column) => ({
    name: t(`countries.${column}`),
  }));
  return (
    <Table label={t('countries.title')} columns={columns}>
      {countries.map(({ code, name, phonePrefix, active, newlyAdded }) => (
        <RowGroup key={code}>
          <Row>
            <RowHeader>
              <Link className="countries-link" to={`/staff/countries/${code}`}>
                {name[language]}
              </Link>
            </RowHeader>
            <Cell label={t('countries.code')}>{code.toUpperCase()}</Cell>
            <Cell label={t('countries.phonePrefix')} className="numerals">
              {phonePrefix}
            </Cell>
            <Cell label={t('countries.active')}>
              {active ? t('countries.yes') : <Badge kind="warn">{t('countries.no')}</Badge>}
            </Cell>
            <Cell label={t('countries.newlyAdded')}>
              {newlyAdded ? <Badge kind="signal">{t('countries.yes')}</Badge> : t('countries.no')}
            </Cell>
          </Row>
        </RowGroup>
      ))}
    </Table>
  );
}
