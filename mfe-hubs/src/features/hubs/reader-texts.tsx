import { useTranslation } from '@portal/i18n';
import type { Reader } from './reader.ts';
import { READERS } from './reader.ts';
import { ReservedText } from './reserved-text.tsx';

interface ReaderProps {
  readonly reader: Reader | undefined;
}

/** The introduction of `/settings` (specification, section 2). */
export function HubsLead({ reader }: ReaderProps) {
  const { t } = useTranslation('mfe-hubs');
  return <ReservedText texts={READERS.map((kind) => ({ kind, text: t(`leads.${kind}`) }))} shown={reader} />;
}

/** Id of the text that says what sharing means; it describes the switches. */
export const SHARING_MEANS_ID = 'sharing-means';

/** What it means for guests that sharing is on or off. */
export function SharingMeans({ reader }: ReaderProps) {
  const { t } = useTranslation('mfe-hubs');
  if (reader === 'nobody' || reader === 'unknown') return null;
  return (
    <p className="soft hubs-means">
      <ReservedText
        id={SHARING_MEANS_ID}
        texts={(['owner', 'guest'] as const).map((kind) => ({ kind, text: t(`sharingMeans.${kind}`) }))}
        shown={reader === 'both' ? 'owner' : reader}
      />
    </p>
  );
}
