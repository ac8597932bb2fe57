import { useTranslation } from '@portal/i18n';
import { Badge, Button, Cell, Icon, Row } from '@portal/ui';
import type { HubRights } from './hub-rights.ts';
import type { HubEntry } from './list-state.ts';

interface PromptButtonProps {
  readonly rights: HubRights;
  /** Id of the text that says when the owner was asked; undefined if they were not. */
  readonly requestedId: string | undefined;
  /** Receives the element to focus in this cell: this button. */
  readonly focusTarget: (element: HTMLElement | null) => void;
  readonly onOpen: () => void;
}

/** Opens the row's prompt. Guests may ask the owner again. */
function PromptButton({ rights, requestedId, focusTarget, onOpen }: PromptButtonProps) {
  const { t } = useTranslation('mfe-hubs');
  const { role } = rights;
  const { serial } = rights.id;
  return (
    <Button
      ref={focusTarget}
      variant="quiet"
      aria-label={requestedId ? t('askAgain.for', { serial }) : t(`prompts.${role}.openFor`, { serial })}
      aria-describedby={requestedId}
      onClick={onOpen}
    >
      {requestedId ? t('askAgain.act') : t(`prompts.${role}.open`)}
    </Button>
  );
}

interface ActionCellProps extends Omit<PromptButtonProps, 'rights'> {
  readonly entry: HubEntry;
  readonly onSummary: () => void;
}

/** The row's buttons: the details of the hub and, with the rights for it, the prompt. */
export function ActionCell({ entry: { hub, rights }, onSummary, ...prompt }: ActionCellProps) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <Cell className="end">
      <div className="hub__action">
        <Button variant="quiet" aria-label={t('summary.openFor', { serial: hub.serial })} onClick={onSummary}>
          {t('summary.open')}
        </Button>
        {rights && <PromptButton rights={rights} {...prompt} />}
      </div>
    </Cell>
  );
}

/** Tells a guest when they asked the owner, and what happens next. */
export function RequestedRow({ id, on }: { readonly id: string; readonly on: string }) {
  const { t } = useTranslation('mfe-hubs');
  return (
    <Row>
      <Cell className="requested-cell" colSpan={6}>
        <p className="hub__asked" id={id}>
          <Badge kind="good">
            <Icon name="mail" small />
            {t('ownerAsked')}
          </Badge>{' '}
          <span>{t('ownerAskedOn', { date: on })}</span>
        </p>
      </Cell>
    </Row>
  );
}
