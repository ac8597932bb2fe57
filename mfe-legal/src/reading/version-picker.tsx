import type { Language } from '@portal/contract/language';
import { onlyValue } from '@portal/contract/paths';
import { useLanguage, useTranslation } from '@portal/i18n';
import type { Translate } from '@portal/i18n';
import { Link, SelectField, useNavigate, useSearchParams } from '@portal/ui';
import { isPrerendering } from '../library/embedded-text.ts';
import type { ChosenText } from '../library/choose-text.ts';
import type { DocumentFacts } from '../library/content.ts';
import { validityDays } from '../library/validity.ts';

/** "Version 2 from 25.03.2020", in the interface's language. */
export function versionLabel(t: Translate<'mfe-legal'>, facts: DocumentFacts, language: Language): string {
  const { from, to } = validityDays(facts, language);
  const { version } = facts;
  return to === undefined ? t('version.since', { version, from }) : t('version.between', { version, from, to });
}

interface VersionPickerProps {
  readonly chosen: ChosenText;
  /** Path and query of a version; of the current one without an id. */
  readonly toAddress: (version: string | undefined) => string;
  /** Page that lists the versions. */
  readonly all?: string;
}

/** Chooses a version of the document by changing the address. */
export function VersionPicker({ chosen, toAddress, all }: VersionPickerProps) {
  const { t } = useTranslation('mfe-legal');
  const language = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { document, version, text } = chosen;
  const [current] = document.versions;
  const options = document.versions.map(({ id, texts }) => {
    const facts = texts.find((other) => other.language === text.language) ?? texts[0] ?? text;
    const { from } = validityDays(facts, language);
    return { value: id, text: t('version.dated', { version: facts.version, from }) };
  });
  /** The address with the language of this one, and with its form: text or PDF. */
  const likeThis = (address: string) => {
    const kept = ['locale', 'view'].flatMap((key) => {
      const value = onlyValue(query, key);
      return value === null ? [] : [`${key}=${encodeURIComponent(value)}`];
    });
    return [address, kept.join('&')].filter(Boolean).join(address.includes('?') ? '&' : '?');
  };
  return (
    <div className="document__versions" inert={isPrerendering}>
      <SelectField
        label={t('version.label')}
        options={options}
        value={version.id}
        onChange={(id) => void navigate(likeThis(toAddress(id === current?.id ? undefined : id)))}
      />
      {all !== undefined && <Link to={likeThis(all)}>{t('version.all')}</Link>}
    </div>
  );
}
