import { useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import { useState } from 'react';
import type { TermsState } from './terms.tsx';

interface AcceptFormProps {
  /** Only terms that were loaded can be accepted. */
  readonly terms: TermsState;
  readonly sending: boolean;
  readonly onAccept: () => void;
}

const NOTE = 'accept-note';
/** Why the terms cannot be accepted yet. */
const REASONS = {
  ready: 'tickFirst',
  failed: 'termsFirst',
  loading: 'termsComing',
  retrying: 'termsComing',
} as const satisfies Record<TermsState, string>;

/**
 * A checkbox and the button that accepts (specification, sections 4 and 5). A note explains why the button is disabled.
 */
export function AcceptForm({ terms, sending, onAccept }: AcceptFormProps) {
  const { t } = useTranslation('mfe-developer');
  const [ticked, setTicked] = useState(false);
  const reason = REASONS[terms];
  const ready = ticked && terms === 'ready';
  const note = sending ? 'sending' : ready ? undefined : reason;
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onAccept();
      }}
    >
      <label className="checkbox">
        <input
          type="checkbox"
          name="accept"
          checked={ticked}
          {...(sending && { 'aria-disabled': true, 'aria-describedby': NOTE })}
          onChange={({ target }) => {
            // Not disabled, because it would lose the focus.
            if (!sending) setTicked(target.checked);
          }}
        />
        <span>{t('accept.label')}</span>
      </label>
      <div className="cluster">
        <Button
          type="submit"
          variant="primary"
          busy={sending}
          disabled={!ready}
          {...(note && { 'aria-describedby': NOTE })}
        >
          {t('accept.action')}
        </Button>
        {note && (
          <span className="button-note" id={NOTE}>
            {t(`accept.${note}`)}
          </span>
        )}
      </div>
    </form>
  );
}
