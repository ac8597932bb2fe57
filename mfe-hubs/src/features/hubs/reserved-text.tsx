import { DelayedFallback, TextSkeleton } from '@portal/ui';

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
export function ReservedText({ id, texts, shown }: ReservedTextProps) {
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
