import { useTranslation } from '@portal/i18n';
import { Badge, Button, Cell, Icon } from '@portal/ui';
import { useId } from 'react';
import type { HubEntry } from './list-state.ts';

export interface ActionCellProps {
  readonly entry: HubEntry;
  /** Receives what should have the focus here: the button. */
  readonly home: (element: HTMLElement | null) => void;
  readonly onOpen: () => void;
}

/** Opens the row's prompt: an owner's release, a guest's request. Beside it a mark once the owner has been asked; asking again is possible. */
export function ActionCell({ entry, home, onOpen }: ActionCellProps) {
  const { t } = useTranslation('mfe-hubs');
  const { role, serial } = entry.hub;
  const { asked } = entry.row;
  const markId = useId();
  return (
    <Cell className="end">
      <div className="hub__action">
        {asked && (
          <span id={markId}>
            <Badge kind="good">
              <Icon name="mail" small />
              {t('ownerAsked')}
            </Badge>
          </span>
        )}
        <Button
          ref={home}
          variant="quiet"
          icon={role === 'owner' ? 'release' : 'mail'}
          aria-label={t(`prompts.${role}.openFor`, { serial })}
          aria-describedby={asked ? markId : undefined}
          onClick={onOpen}
        >
          {t(`prompts.${role}.open`)}
        </Button>
      </div>
    </Cell>
  );
}
