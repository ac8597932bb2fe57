import { onlyValue } from '@portal/contract/paths';
import { trimText } from '@portal/contract/trim-text';
import { useTranslation } from '@portal/i18n';
import { Badge, ButtonLink, Card, Icon, SearchField, useOutwardLinks, useSearchParams } from '@portal/ui';
import type { Ref } from 'react';
import { QuestionList } from '../features/document/question-list.tsx';
import { isPrerendering } from '../library/embedded-text.ts';
import type { DocumentText } from '../library/content.ts';
import { findQuestions, collectQuestions } from '../library/questions.ts';

/** The query parameter with the searched words. */
const WORDS = 'q';

interface ContactProps {
  readonly href: string;
}

/** Where to ask what the questions do not answer. */
function Contact({ href }: ContactProps) {
  const { t } = useTranslation('mfe-legal');
  return (
    <Card>
      <div className="help__contact">
        <div>
          <h2>{t('faq.contact.title')}</h2>
          <p>{t('faq.contact.text')}</p>
        </div>
        <ButtonLink href={href}>{t('faq.contact.action')}</ButtonLink>
      </div>
    </Card>
  );
}

interface HelpProps {
  readonly text: DocumentText;
  /** The questions as PDF. */
  readonly pdf: string;
  readonly title: Ref<HTMLHeadingElement>;
}

/** The questions with a search, and the contact. */
export function Help({ text, pdf, title }: HelpProps) {
  const { t } = useTranslation('mfe-legal');
  const { contact } = useOutwardLinks();
  const [query, setQuery] = useSearchParams();
  const wanted = onlyValue(query, WORDS) ?? '';
  const questions = collectQuestions(text);
  const shown = findQuestions(questions, wanted);
  const search = (words: string) =>
    setQuery(
      (current) => {
        const changed = new URLSearchParams(current);
        if (words === '') changed.delete(WORDS);
        else changed.set(WORDS, words);
        return changed;
      },
      { replace: true },
    );
  const searched = trimText(wanted) !== '';
  return (
    <div className="help">
      <div className="help__search" role="search" inert={isPrerendering}>
        <SearchField
          label={t('faq.search.label')}
          clearLabel={t('faq.search.clear')}
          placeholder={t('faq.search.placeholder')}
          value={wanted}
          onChange={search}
        />
        <p className="help__found" role="status">
          {searched && (shown.length > 0 ? t('faq.search.found', { count: shown.length }) : t('faq.search.none'))}
        </p>
      </div>
      <article aria-label={text.title} lang={text.language}>
        <h2 className="visually-hidden" ref={title} tabIndex={-1}>
          {text.title}
        </h2>
        <QuestionList questions={questions} shown={shown} />
        {text.sample !== undefined && (
          <p className="help__note sample">
            <Badge kind="warn">{text.sample}</Badge>
          </p>
        )}
      </article>
      {/* Not prerendered: only the running portal knows the contact of its configuration, and the link below would move. */}
      {!isPrerendering && (
        <div className="help__aside">
          {contact !== undefined && <Contact href={contact} />}
          <p className="help__note">
            <a href={pdf} download={`faq-${text.language}.pdf`} hrefLang={text.language}>
              <Icon name="download" small />
              {t('faq.pdf')}
            </a>
          </p>
        </div>
      )}
    </div>
  );
}
