import { LANGUAGE_NAMES, LANGUAGES } from '@portal/contract/language';
import type { Language } from '@portal/contract/language';
import { useTranslation } from '@portal/i18n';
import type { TextKey } from '@portal/i18n';
import { Button, Message } from '@portal/ui';
import type { CountryRecord } from '../../calls/countries.ts';
import { TextArea } from '../../fields/text-area.tsx';
import { languageOfText, textAt } from './country-input.ts';
import type { TextName } from './country-input.ts';

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

interface ConflictMessageProps {
  /** The texts that both have changed; undefined as long as nobody else has saved the country. */
  readonly both: readonly TextName[] | undefined;
  readonly mine: CountryRecord;
  readonly theirs: CountryRecord;
  readonly onTake: (name: TextName) => void;
}

/** Says that somebody else has saved the country meanwhile, and shows both texts where both have changed one. */
export function ConflictMessage({ both, ...texts }: ConflictMessageProps) {
  const { t } = useTranslation('mfe-staff');
  if (!both) return undefined;
  return (
    <div className="stack">
      <Message kind="warning" live="alert" title={t('country.conflict.title')}>
        {t(both.length === 0 ? 'country.conflict.onTop' : 'country.conflict.both')}
      </Message>
      {both.map((name) => (
        <BothTexts key={name} name={name} {...texts} />
      ))}
    </div>
  );
}

type BothTextsProps = Omit<ConflictMessageProps, 'both'> & { readonly name: TextName };

function BothTexts({ name, mine, theirs, onTake }: BothTextsProps) {
  const { t } = useTranslation('mfe-staff');
  const language = languageIn(name);
  const label = t(getLabel(name));
  const field = language ? t('country.fieldIn', { field: label, language: LANGUAGE_NAMES[language] }) : label;
  const versions = [
    { who: t('country.conflict.mine'), text: textAt(mine, name) },
    { who: t('country.conflict.theirs'), text: textAt(theirs, name) },
  ];
  return (
    <section className="stack" aria-label={field}>
      <h3>{field}</h3>
      <div className="country-conflict__texts">
        {versions.map(({ who, text }) => (
          <TextArea key={who} label={who} lang={language} rows={3} value={text} readOnly />
        ))}
      </div>
      <div>
        <Button size="small" aria-label={t('country.conflict.takeNamed', { field })} onClick={() => onTake(name)}>
          {t('country.conflict.take')}
        </Button>
      </div>
    </section>
  );
}
