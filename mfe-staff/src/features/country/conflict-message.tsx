import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { useTranslation } from '@portal/i18n';
import type { TextKey } from '@portal/i18n';
import { Button, focusIfLost, Message } from '@portal/ui';
import { useLayoutEffect, useRef } from 'react';
import { languageOfText } from './country-input.ts';
import type { TextName } from './country-input.ts';
import type { Conflict } from './use-country-form.ts';

interface ConflictMessageProps {
  readonly conflict: Conflict | undefined;
  readonly loading: boolean;
  readonly onLoad: () => void;
}

function getLabel(name: TextName): TextKey<'mfe-staff'> {
  if (name === 'code' || name === 'phonePrefix') return `countries.${name}`;
  if (name.startsWith('name.')) return 'country.name';
  if (name.startsWith('terms.')) return 'country.terms';
  if (name.endsWith('.title')) return 'country.promotion.title';
  if (name.endsWith('.text')) return 'country.promotion.text';
  return name.endsWith('.button') ? 'country.promotion.button' : 'country.promotion.consent';
}

function languageIn(name: TextName): Language | undefined {
  return languageOfText(name) ?? LANGUAGES.find((language) => name === `name.${language}`);
}

/** Says that somebody else has saved the country meanwhile, and what to do about it. */
export function ConflictMessage({ conflict, loading, onLoad }: ConflictMessageProps) {
  const { t } = useTranslation('mfe-staff');
  const place = useRef<HTMLDivElement>(null);
  const status = conflict?.status;
  // The pressed button has left the page.
  useLayoutEffect(() => {
    if (status === 'loaded') focusIfLost(place.current);
  }, [status]);

  function fullName(name: TextName): string {
    const language = languageIn(name);
    const field = t(getLabel(name));
    return language ? t('country.fieldIn', { field, language: LANGUAGE_NAMES[language] }) : field;
  }

  const isFound = status === 'found';
  const both = conflict?.status === 'loaded' ? conflict.both : undefined;
  return (
    <div ref={place} tabIndex={-1}>
      {isFound && (
        <Message
          kind="warning"
          live="alert"
          title={t('country.conflict.title')}
          actions={
            <Button icon="retry" busy={loading} onClick={onLoad}>
              {t(loading ? 'country.conflict.loading' : 'country.conflict.load')}
            </Button>
          }
        >
          {t('country.conflict.text')}
        </Message>
      )}
      {both && (
        <Message kind="info" live="status" title={t('country.conflict.loaded')}>
          {both.length === 0
            ? t('country.conflict.onTop')
            : t('country.conflict.both', { fields: both.map(fullName).join(', ') })}
        </Message>
      )}
    </div>
  );
}
