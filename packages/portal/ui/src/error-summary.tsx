import { useEffect, useId, useRef } from 'react';

interface ErrorSummaryProps {
  readonly heading: string;
  /** The text of each error, and the id of its control. */
  readonly errors: readonly { readonly id: string; readonly text: string }[];
}

/**
 * The server's refusals, with links to the fields. It takes the focus when it appears, so give it a new `key` for each
 * refusal.
 */
export function ErrorSummary({ heading, errors }: ErrorSummaryProps) {
  const headingId = useId();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => summary.current?.focus(), []);
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={summary} aria-labelledby={headingId}>
      <h3 id={headingId}>{heading}</h3>
      <ul>
        {errors.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                event.preventDefault(); // the link must not change the address
                document.getElementById(id)?.focus();
              }}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
