import { formatWait } from '@portal/contract/format-wait';
import { useLanguage, useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Link, TextField, useLocation } from '@portal/ui';
import { useRef, useState } from 'react';
import { foundInState } from '../navigation-state/navigation-state.ts';
import { readLookupsLeft } from './lookups-left.ts';
import './search.css';
import { useSlashKey } from './slash-key.ts';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { usePeopleSearch } from './use-people-search.ts';

/** The field that finds anybody, for those who may. It is new on each page, with the search that led there. */
export function StaffSearch() {
  const { roles, email } = useUser();
  const location = useLocation();
  if (!can('find a person', roles)) return null;
  const found = foundInState(location.state, email);
  const isWanted = location.pathname === '/staff/people' && !found;
  return <SearchForm key={`${location.key} ${email}`} searched={found?.text ?? ''} isWanted={isWanted} />;
}

interface SearchFormProps {
  readonly searched: string;
  /** The page is for nothing else. */
  readonly isWanted: boolean;
}

function SearchForm({ searched, isWanted }: SearchFormProps) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(searched);
  const { search, searching, refusalText, looseHub, forgetRefusal } = usePeopleSearch();
  useSlashKey(field);
  useArrivalFocus(field, isWanted);
  return (
    <form
      className="staff-search"
      role="search"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        field.current?.focus();
        void search(text);
      }}
    >
      <TextField
        ref={field}
        type="search"
        enterKeyHint="search"
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={text}
        error={refusalText}
        onChange={({ target }) => {
          setText(target.value);
          forgetRefusal();
        }}
        button={
          <Button
            type="submit"
            variant="quiet"
            icon="search"
            busy={searching}
            aria-label={t(searching ? 'search.acting' : 'search.action')}
          />
        }
      />
      {looseHub && can('query a hub', roles) && (
        <Link
          to="/staff/hubs"
          state={{
            hub: {
              kind: looseHub.partNumber === undefined ? 'hub' : 'smartphoneHub',
              serial: looseHub.serial,
              partNumber: looseHub.partNumber ?? '',
            },
          }}
        >
          {t('person.hubs.statusOf', { serial: looseHub.serial })}
        </Link>
      )}
      <LookupsLeft />
    </form>
  );
}

/** Announces the wait before it comes. */
function LookupsLeft() {
  const { t } = useTranslation('mfe-staff');
  const language = useLanguage();
  const left = readLookupsLeft();
  return (
    <p className="field__hint" aria-live="polite">
      {left &&
        t(left.count === 0 ? 'search.noneLeft' : 'search.left', {
          count: left.count,
          wait: formatWait(language, left.seconds),
        })}
    </p>
  );
}
