import { useTranslation } from '@portal/i18n';
import { Badge, Button, Cell, Icon } from '@portal/ui';
import type { HubEntry } from './list-state.ts';

export interface ActionCellProps {
  readonly entry: HubEntry;
  /** Receives what should have the focus here: the button, or what says that it has been pressed. */
  readonly home: (element: HTMLElement | null) => void;
  readonly onOpen: () => void;
}

/** Opens the row's prompt: an owner's release, a guest's request. Once the owner has been asked it says so. */
export function ActionCell({ entry, home, onOpen }: ActionCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const { role, serial } = entry.hub;
  return (
    <Cell className="end">
      {entry.row.status === 'asked' ? (
        <span ref={home} tabIndex={-1}>
          <Badge kind="good">
            <Icon name="mail" small />
            {t('ownerAsked')}
          </Badge>
        </span>
      ) : (
        <Button
          ref={home}
          variant="quiet"
          icon={role === 'owner' ? 'release' : 'mail'}
          aria-label={t(`prompts.${role}.openFor`, { serial })}
          onClick={onOpen}
        >
          {t(`prompts.${role}.open`)}
        </Button>
      )}
    </Cell>
  );
}
