import { formatDate, useTranslation } from '@portal/i18n';
import { Button, Dialog, Entries } from '@portal/ui';
import { useState } from 'react';
import type { Hub } from '@portal/api';
import './hub-summary.css';

interface HubSummaryProps {
  readonly hub: Hub;
  readonly onClose: () => void;
}

/**
 * What the portal knows of a hub, to print or to keep: for an insurance, a dealer or the next owner. On paper it stands
 * alone.
 */
export function HubSummary({ hub, onClose }: HubSummaryProps) {
  const { t } = useTranslation('mfe-hubs');
  const [today] = useState(() => new Date());
  const { serial, partNumber, activatedAt, type, role } = hub;
  return (
    <Dialog
      heading={t('summary.title', { serial })}
      onCancel={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('summary.close')}</Button>
          <Button variant="primary" icon="print" onClick={() => window.print()}>
            {t('summary.print')}
          </Button>
        </>
      }
    >
      <div className="hub-summary">
        <Entries
          entries={[
            { name: t('serial'), value: serial },
            { name: t('summary.partNumber'), value: partNumber ?? t('unknown') },
            { name: t('addedOn'), value: activatedAt ? formatDate(activatedAt) : t('unknown') },
            { name: t('type'), value: type === 'unknown' ? t('unknown') : t(`types.${type}`) },
            { name: t('role'), value: role === 'unknown' ? t('unknown') : t(`roles.${role}`) },
            { name: t('summary.printedOn'), value: formatDate(today) },
          ]}
        />
      </div>
    </Dialog>
  );
}
