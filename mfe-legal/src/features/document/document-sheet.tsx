import { Badge } from '@portal/ui';
import type { ChosenText } from './document-texts.ts';

/** A document as a sheet of paper, in its own language. */
export function DocumentSheet({ language, text }: Pick<ChosenText, 'language' | 'text'>) {
  return (
    <div className="pdf pdf--text" lang={language}>
      <div className="pdf__pages">
        <article className="pdf__sheet" aria-label={text.title}>
          <span className="sample">
            <Badge kind="warn">{text.sample}</Badge>
          </span>
          <h2>{text.title}</h2>
          {text.sections.map(({ heading, paragraphs }) => (
            <section key={heading}>
              <h3>{heading}</h3>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
        </article>
      </div>
    </div>
  );
}
