import { useTranslation } from '@portal/i18n';
import type { Audience } from './audience.ts';
import { AUDIENCES } from './audience.ts';
import { DelayedFallback, TextSkeleton } from '@portal/ui';

interface AudienceProps {
  readonly audience: Audience | undefined;
}

/** The introduction of `/settings` (specification, section 2). */
export function HubsLead({ audience }: AudienceProps) {
  const { t } = useTranslation('mfe-hubs');
  return <ReservedText texts={AUDIENCES.map((kind) => ({ kind, text: t(`leads.${kind}`) }))} shown={audience} />;
}

/** Id of the text that says what sharing means; it describes the switches. */
export const SHARING_DESCRIPTION_ID = 'sharing-description';

/** What it means for guests that sharing is on or off. */
export function SharingDescription({ audience }: AudienceProps) {
  const { t } = useTranslation('mfe-hubs');
  if (audience === 'nobody' || audience === 'unknown') return null;
  return (
    <p className="soft hubs-sharing-description">
      <ReservedText
        id={SHARING_DESCRIPTION_ID}
        texts={(['owner', 'guest'] as const).map((kind) => ({ kind, text: t(`sharingMeans.${kind}`) }))}
        shown={audience === 'both' ? 'owner' : audience}
      />
    </p>
  );
}

interface ReservedTextProps {
  /** Id of the shown text. */
  readonly id?: string;
  readonly texts: readonly { readonly kind: string; readonly text: string }[];
  /** Kind of the shown text; undefined while it is not known yet. */
  readonly shown: string | undefined;
}

/**
 * One of several texts, in the space of the longest, so that what follows does not move when it is known which one it
 * is.
 */
function ReservedText({ id, texts, shown }: ReservedTextProps) {
  return (
    <span className="reserved">
      {texts.map(({ kind, text }) => {
        const isShown = kind === shown;
        return (
          <span
            key={kind}
            id={isShown ? id : undefined}
            className={isShown ? undefined : 'reserved__other'}
            aria-hidden={!isShown || undefined}
          >
            {text}
          </span>
        );
      })}
      {shown === undefined && (
        <DelayedFallback inline>
          <TextSkeleton />
        </DelayedFallback>
      )}
    </span>
  );
}
