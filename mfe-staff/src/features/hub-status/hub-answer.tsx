import type { HubId } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Message, useOnce } from '@portal/ui';
import { useState } from 'react';
import { getHubStatus } from '../../calls/hub-status.ts';
import type { HubNumbers, HubStatus } from '../../calls/hub-status.ts';
import { useTellFailure } from '../../loading/use-read.ts';
import { usePeopleSearch } from '../../search/use-people-search.ts';

/** What the API said last, and of which hub. */
interface Answer {
  readonly numbers: HubNumbers;
  readonly status: HubStatus;
}

/** Queries hubs, one at a time. A failure leaves no answer on the page, nor does a query. */
export function useHubQuery() {
  const tellFailure = useTellFailure();
  const [answer, setAnswer] = useState<Answer>();
  const [query, querying] = useOnce(async (numbers: HubNumbers) => {
    // Screen readers read an answer that appears, and not one that stays the same.
    setAnswer(undefined);
    try {
      setAnswer({ numbers, status: await getHubStatus(numbers) });
    } catch (error) {
      setAnswer(undefined);
      tellFailure(error);
    }
  });
  return { answer, query, querying };
}

const KINDS = { missing: 'warning', active: 'success', inactive: 'info' } as const;

/**
 * The answer in words (specification, sections 4 and 8), and the way to who holds an activated hub: on the account
 * there it is released, so that nobody does it without knowing to whom.
 */
export function HubAnswer({ answer: { numbers, status } }: { readonly answer: Answer }) {
  const { t } = useTranslation('mfe-staff');
  const { roles } = useUser();
  const hub = status.status === 'active' ? status.hub : undefined;
  return (
    <>
      <Message
        kind={KINDS[status.status]}
        live="status"
        title={t(`hubStatus.answers.${status.status}.title`, { serial: numbers.serial })}
        titleAs="h2"
      >
        {t(`hubStatus.answers.${status.status}.text`)}
      </Message>
      {hub && can('find a person', roles) && <Holders hub={hub} />}
    </>
  );
}

/** Leads to the owner and the guests, by a search: it counts as one. */
function Holders({ hub: { serial, partNumber } }: { readonly hub: HubId }) {
  const { t } = useTranslation('mfe-staff');
  const { search, searching, refusalText } = usePeopleSearch();
  return (
    <div className="stack">
      <div>
        <Button icon="user" busy={searching} onClick={() => void search(`${serial}+${partNumber}`)}>
          {t(searching ? 'search.acting' : 'hubStatus.holders')}
        </Button>
      </div>
      {refusalText !== undefined && <Message live="alert" kind="warning" title={refusalText} />}
    </div>
  );
}
