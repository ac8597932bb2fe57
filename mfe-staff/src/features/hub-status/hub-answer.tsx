import type { HubId } from '@portal/api';
import { useTranslation } from '@portal/i18n';
import { useUser } from '@portal/session';
import { can } from '@portal/staff-api/permissions';
import { Button, Message, useOnce } from '@portal/ui';
import { useState } from 'react';
import { ActionDialog } from '../../action-dialog/action-dialog.tsx';
import { useActionDialog } from '../../action-dialog/use-action-dialog.ts';
import { forceRelease, getHubStatus } from '../../calls/hub-status.ts';
import type { HubNumbers, HubStatus } from '../../calls/hub-status.ts';
import { useTellReadFailure } from '../../loading/use-read.ts';
import { usePeopleSearch } from '../../search/use-people-search.ts';

/** What the API said last, and of which hub. */
interface Answer {
  readonly numbers: HubNumbers;
  readonly status: HubStatus;
}

/**
 * Queries hubs, one at a time. A failure leaves no answer on the page; nor does a query, unless it is for the hub that
 * is there `again`.
 */
export function useHubQuery() {
  const tellFailure = useTellReadFailure();
  const [answer, setAnswer] = useState<Answer>();
  const [query, querying] = useOnce(async (numbers: HubNumbers, again?: 'again') => {
    // Screen readers read an answer that appears, and not one that stays the same.
    if (!again) setAnswer(undefined);
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

interface HubAnswerProps {
  readonly answer: Answer;
  /** Queries the same hub again. */
  readonly onAgain: () => void;
}

/** The answer in words (specification, sections 4 and 8), and the release of an activated hub for those who may. */
export function HubAnswer({ answer: { numbers, status }, onAgain }: HubAnswerProps) {
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
      {hub && can('release a hub', roles) && <Release hub={hub} onAgain={onAgain} />}
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

function Release({ hub, onAgain }: { readonly hub: HubId; readonly onAgain: () => void }) {
  const { t } = useTranslation('mfe-staff');
  const { isOpen, open, dialog } = useActionDialog({
    call: (reason) => forceRelease(hub, reason),
    refusalText: () => t('hubStatus.release.gone'),
    readAgain: onAgain,
  });
  return (
    <div>
      <Button variant="danger-quiet" outlined icon="release" onClick={open}>
        {t('hubStatus.release.action')}
      </Button>
      {isOpen && (
        <ActionDialog
          {...dialog}
          danger
          heading={t('hubStatus.release.question', { serial: hub.serial })}
          actionText={t('hubStatus.release.action')}
          busyText={t('hubStatus.release.acting')}
        >
          <p>{t('hubStatus.release.means')}</p>
          <p>{t('hubStatus.release.mails')}</p>
          <p>{t('hubStatus.release.undo')}</p>
        </ActionDialog>
      )}
    </div>
  );
}
