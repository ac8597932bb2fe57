import { PRERENDERED_PAGE_ID } from '@portal/contract/page-elements';
import { useLocation, useNavigate } from '@portal/ui';
import { useEffect, useState } from 'react';
import { isPrerendering } from '../../library/embedded-text.ts';
import type { Question } from '../../library/questions.ts';
import { BlockView } from './blocks.tsx';

/**
 * The element that the end of an address names, as the browser reads it, or by its number alone ("#3"), which is the
 * same in every language; null for one that names none, such as "#%".
 */
function elementNamed(hash: string): Element | null {
  try {
    const name = decodeURIComponent(hash.slice(1));
    return (
      document.getElementById(name) ??
      [...document.querySelectorAll('details')].find(({ id }) => id.startsWith(`${name}-`)) ??
      null
    );
  } catch {
    return null; // a wrong escape
  }
}

/** Questions whose next "toggle" was caused by the address. It comes late: the address may name another one by then. */
const openedByAddress = new WeakSet<Element>();

/**
 * Opens the question that the address names, and scrolls to it: at first, and whenever the address names another one.
 */
function useOpenByAddress(): void {
  const { hash, key } = useLocation();
  useEffect(() => {
    const named = elementNamed(hash);
    if (!(named instanceof HTMLDetailsElement) || named.open) return;
    openedByAddress.add(named);
    named.open = true;
    named.scrollIntoView();
  }, [hash, key]);
}

/** The questions that the reader has opened in the prerendered page. */
function openedBefore(): ReadonlySet<string> {
  if (isPrerendering) return new Set();
  const open = document.querySelectorAll(`#${PRERENDERED_PAGE_ID} details[open]`);
  return new Set([...open].map(({ id }) => id));
}

interface QuestionListProps {
  readonly questions: readonly Question[];
  /** Those that are shown. The others stay in the page, so that an open answer stays open. */
  readonly shown: readonly Question[];
}

/** Questions whose answers open below them, also by the address and by the browser's own search. */
export function QuestionList({ questions, shown }: QuestionListProps) {
  const { search, hash } = useLocation();
  const [opened] = useState(openedBefore);
  const navigate = useNavigate();
  useOpenByAddress();
  return (
    <div className="questions">
      {questions.map((entry) => (
        <details
          key={entry.id}
          id={entry.id}
          className="question"
          open={opened.has(entry.id)}
          hidden={!shown.includes(entry)}
          onToggle={({ currentTarget }) => {
            const byReader = !openedByAddress.delete(currentTarget);
            // The address names the last opened question, so that it can be sent to somebody.
            if (byReader && currentTarget.open && hash !== `#${entry.id}`)
              void navigate({ search, hash: `#${entry.id}` }, { replace: true, preventScrollReset: true });
          }}
        >
          <summary>
            <h2>{entry.question}</h2>
          </summary>
          <div className="question__answer">
            {entry.answer.map((block, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never move
              <BlockView key={index} block={block} />
            ))}
          </div>
        </details>
      ))}
    </div>
  );
}
