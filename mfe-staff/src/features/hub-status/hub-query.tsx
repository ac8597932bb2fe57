import { useTranslation } from '@portal/i18n';
import { Button, Card, SelectField, TextField } from '@portal/ui';
import { useState } from 'react';
import type { HubNumbers } from '../../calls/hub-status.ts';
import type { HandedHub } from '../../handover/hub-to-query.ts';
import { HUB_KINDS } from './numbers.ts';
import type { HubKind } from './numbers.ts';
import { useNumberField } from './use-number-field.ts';

interface HubQueryProps {
  /** The hub that another page has handed over. */
  readonly handed: HandedHub | undefined;
  readonly busy: boolean;
  readonly onQuery: (numbers: HubNumbers) => void;
}

/** Asks for the numbers of a hub: a hub v1 has a serial, a smartphone hub a part number, too. */
export function HubQuery({ handed, busy, onQuery }: HubQueryProps) {
  const { t } = useTranslation('mfe-staff');
  const [kind, setKind] = useState<HubKind>(handed?.kind ?? 'hub');
  const serial = useNumberField('serial', handed?.serial ?? '');
  const partNumber = useNumberField('partNumber', handed?.partNumber ?? '');
  const hasPartNumber = kind === 'smartphoneHub';
  return (
    <Card>
      <form
        className="stack stack--wide"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // Both show what is wrong; the first one that is gets the focus.
          const isPartNumberWrong = hasPartNumber && partNumber.refuse();
          if (serial.refuse() || isPartNumberWrong) return;
          if (!busy) onQuery({ serial: serial.value, partNumber: hasPartNumber ? partNumber.value : undefined });
        }}
      >
        <SelectField
          label={t('hubStatus.kind')}
          value={kind}
          options={HUB_KINDS.map((each) => ({ value: each, text: t(`hubStatus.kinds.${each}`) }))}
          onChange={(value) => setKind(HUB_KINDS.find((each) => each === value) ?? kind)}
        />
        <TextField {...serial.field} />
        {hasPartNumber && <TextField {...partNumber.field} />}
        <div>
          <Button type="submit" variant="primary" icon="search" busy={busy}>
            {t(busy ? 'hubStatus.querying' : 'hubStatus.query')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
