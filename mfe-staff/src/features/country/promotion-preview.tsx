import type { Language } from '@portal/contract/language';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { Button } from '@portal/ui';
import { useId } from 'react';
import { PROMOTION_TEXTS } from './country-input.ts';
import type { CountryInput } from './country-input.ts';

interface PromotionPreviewProps {
  readonly texts: CountryInput['texts'];
  readonly language: Language;
}

/** The promotion as customers see it. Nothing in it can be used. */
export function PromotionPreview({ texts, language }: PromotionPreviewProps) {
  const { t } = useTranslation('mfe-staff');
  const id = useId();
  const [title, text, button, consent] = PROMOTION_TEXTS.map((name) =>
    trimText(texts[`promotion.${language}.${name}`]),
  );
  return (
    <section className="country-preview" aria-labelledby={id}>
      <h3 id={id}>{t('country.preview')}</h3>
      {title || text || button || consent ? (
        <div className="card stack" lang={language}>
          {title && <p className="country-preview__title">{title}</p>}
          {text && <p className="country-preview__text">{text}</p>}
          <div className="stack" inert>
            {consent && (
              <label className="checkbox">
                <input type="checkbox" />
                <span>{consent}</span>
              </label>
            )}
            {button && (
              <div>
                <Button variant="primary">{button}</Button>
              </div>
            )}
          </div>
        </div>
      ) : (
        <p className="soft">{t('country.noPromotion')}</p>
      )}
    </section>
  );
}
