import { useTranslation } from '@portal/i18n';
import { Button, Message, useOnce } from '@portal/ui';
import { useState } from 'react';
import { missingStyles } from '../shell-styles.ts';

/** Says that the page is shown without the shell's style sheet, and offers to try again. */
export function Unstyled() {
  const { t } = useTranslation('shell');
  const [apply, setApply] = useState(missingStyles);
  const [tryAgain, trying] = useOnce(async () => {
    try {
      await apply?.();
      setApply(undefined);
    } catch (error) {
      console.error('The style sheet has not come, either.', error);
    }
  });
  if (!apply) return null;
  return (
    <div className="unknown-outcome" role="alert">
      <Message
        kind="warning"
        title={t('unstyled.title')}
        actions={
          <Button size="small" icon="retry" busy={trying} onClick={() => void tryAgain()}>
            {t(trying ? 'failure.trying' : 'failure.tryAgain')}
          </Button>
        }
      >
        {t('unstyled.text')}
      </Message>
    </div>
  );
}
