import { useTranslation } from '@portal/i18n';
import { Cell, Link, RoleLabel, Row, RowGroup, RowHeader, Table } from '@portal/ui';
import { useId, useRef } from 'react';
import type { Ref } from 'react';
import type { SearchResult } from '../calls/search.ts';
import type { Found } from '../navigation-state/navigation-state.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';

/** The people whom a search has found, if they are several. Enter opens the first. */
export function SearchResults({ found: { text, result } }: { readonly found: Found }) {
  const { t } = useTranslation('mfe-staff');
  const heading = useId();
  const first = useRef<HTMLAnchorElement>(null);
  useArrivalFocus(first, true);
  const { people, more } = result;
  const hasHub = people.some(({ hub }) => hub);
  const columns = [t('person.fields.name'), t('person.fields.email')];
  const hubColumns = [t('person.hubs.role'), t('person.hubs.partNumber')];
  return (
    <section className="stack" aria-labelledby={heading}>
      <h2 id={heading}>{t(more ? 'people.foundMore' : 'people.found', { count: people.length, text })}</h2>
      {more && <p>{t('people.more')}</p>}
      <Table
        label={t('people.found', { count: people.length, text })}
        columns={[...columns, ...(hasHub ? hubColumns : [])].map((name) => ({ name }))}
      >
        {people.map((person, index) => (
          <PersonRow
            key={`${person.id} ${person.hub?.partNumber}`}
            person={person}
            hasHub={hasHub}
            {...(index === 0 && { ref: first })}
          />
        ))}
      </Table>
    </section>
  );
}

interface PersonRowProps {
  readonly person: SearchResult['people'][number];
  readonly hasHub: boolean;
  readonly ref?: Ref<HTMLAnchorElement>;
}

function PersonRow({ person: { id, name, email, hub }, hasHub, ref }: PersonRowProps) {
  const { t } = useTranslation('mfe-staff');
  return (
    <RowGroup>
      <Row>
        <RowHeader>
          <Link ref={ref} to={`/staff/people/${id}`} state={hub && { serial: hub.serial }}>
            {name}
          </Link>
        </RowHeader>
        <Cell label={t('person.fields.email')}>{email}</Cell>
        {hasHub && (
          <>
            <Cell label={t('person.hubs.role')}>
              {hub && <RoleLabel role={hub.role} text={t(`person.hubs.roles.${hub.role}`)} />}
            </Cell>
            <Cell label={t('person.hubs.partNumber')} className="numerals">
              {hub?.partNumber}
            </Cell>
          </>
        )}
      </Row>
    </RowGroup>
  );
}
