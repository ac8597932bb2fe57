import { useTranslation } from '@portal/i18n';
import { Button, Card, Message, notify } from '@portal/ui';
import { useEffect, useRef, useState } from 'react';
import type { AccessToken } from '../../calls/access-token.ts';
import { copyText } from '../../copy-button/copy-text.ts';
import './access-token.css';

/** Screen readers say how long the token lives when it comes to these minutes, not each minute. */
const SAID = [1, 5, 15, 30, 60];

/** For how many minutes the token is good. */
function TokenLife({ minutes }: { readonly minutes: number }) {
  const { t } = useTranslation('mfe-staff');
  const said = SAID.find((each) => minutes <= each);
  return (
    <>
      <p>{t('accessToken.life', { count: minutes })}</p>
      <p className="visually-hidden" role="status">
        {said !== undefined && t('accessToken.lifeUpTo', { count: said })}
      </p>
    </>
  );
}

function select(element: HTMLElement | null): void {
  if (element) document.getSelection()?.selectAllChildren(element);
}

/** The token, which is in the page only while it is shown. */
export function TokenCard({ token: { token }, minutes }: { readonly token: AccessToken; readonly minutes: number }) {
  const { t } = useTranslation('mfe-staff');
  const [shown, setShown] = useState(false);
  const [unsupported, setUnsupported] = useState(false);
  const words = useRef<HTMLElement>(null);
  useEffect(() => {
    if (unsupported) select(words.current);
  }, [unsupported]);

  async function copy() {
    setUnsupported(false);
    if (await copyText(token)) {
      notify({ kind: 'success', text: t('accessToken.copied') });
    } else {
      setShown(true);
      setUnsupported(true);
    }
  }

  return (
    <Card>
      <div className="stack">
        <h2>{t('accessToken.heading')}</h2>
        <p>{t('accessToken.secret')}</p>
        <p className="access-token">
          {shown ? <code ref={words}>{token}</code> : <span className="soft">{t('accessToken.hidden')}</span>}
        </p>
        <TokenLife minutes={minutes} />
        {unsupported && (
          <Message kind="warning" live="alert" title={t('accessToken.unsupported.title')}>
            {t('accessToken.unsupported.text')}
          </Message>
        )}
        <div className="cluster">
          <Button
            variant="primary"
            onClick={() => {
              setShown(!shown);
              setUnsupported(false);
            }}
          >
            {t(shown ? 'accessToken.hide' : 'accessToken.show')}
          </Button>
          <Button onClick={() => void copy()}>{t('accessToken.copy')}</Button>
        </div>
      </div>
    </Card>
  );
}
