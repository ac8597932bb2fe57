import { useTranslation } from '@portal/i18n';
import { useTooOftenText } from '@portal/remote-ui/too-often';
import type { TooOften } from '@portal/remote-ui/too-often';
import { useUser } from '@portal/session';
import { readSearch } from '@portal/staff-api/search';
import type { Search, SearchProblem } from '@portal/staff-api/search';
import { useNavigate, useOnce } from '@portal/ui';
import { useState } from 'react';
import { searchPeople } from '../calls/search.ts';
import { useTellFailure } from '../loading/use-read.ts';
import { noteLookupsLeft } from './lookups-left.ts';

/** Why a search leads nowhere: it cannot be made, not now, or it found nobody. */
type Refusal = SearchProblem | TooOften | { readonly foundNobody: Search };

/**
 * Searches for people, and opens the only one, or the list of those who were found. What was searched for never gets
 * into an address.
 */
export function usePeopleSearch() {
  const { t } = useTranslation('mfe-staff');
  const tooOftenText = useTooOftenText(t);
  const tellFailure = useTellFailure();
  const navigate = useNavigate();
  const { email } = useUser();
  const [refusal, setRefusal] = useState<Refusal>();

  async function findRefusal(text: string): Promise<Refusal | undefined> {
    const search = readSearch(text);
    if ('problem' in search) return search;
    const result = await searchPeople(text);
    if ('status' in result) return result;
    noteLookupsLeft(result.left);
    if (result.id === null && result.people.length === 0) return { foundNobody: search };
    if (result.id === null) await navigate('/staff/people', { state: { found: { text, result }, by: email } });
    else
      await navigate(`/staff/people/${result.id}`, { state: search.by === 'hub' ? { serial: search.serial } : null });
    return undefined;
  }

  const [search, searching] = useOnce(async (text: string) => {
    try {
      setRefusal(await findRefusal(text));
    } catch (error) {
      setRefusal(undefined);
      tellFailure(error);
    }
  });

  function getRefusalText(): string | undefined {
    if (!refusal) return undefined;
    if ('problem' in refusal) return t(`search.problems.${refusal.problem}`);
    if ('foundNobody' in refusal) return t(`search.nobody.${refusal.foundNobody.by}`);
    return tooOftenText(refusal);
  }
  return {
    search,
    searching,
    refusalText: getRefusalText(),
    /** The hub that is on nobody's account. */
    looseHub: refusal && 'foundNobody' in refusal && refusal.foundNobody.by === 'hub' ? refusal.foundNobody : undefined,
    forgetRefusal: () => setRefusal(undefined),
  };
}
