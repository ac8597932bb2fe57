import { Link, useLocation } from '@portal/ui';
import type { ReactNode } from 'react';
import { isPrerendering } from '../../library/embedded-text.ts';
import type { Block, Run } from '../../library/content.ts';

/** Focuses a heading, so that keyboard and screen reader continue there. */
function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.setAttribute('tabindex', '-1');
  heading?.focus();
}

interface HeadingLinkProps {
  readonly id: string;
  readonly children: ReactNode;
}

/** A link to a heading of the same document. It keeps version and language in the address. */
export function HeadingLink({ id, children }: HeadingLinkProps) {
  const { search } = useLocation();
  // The query of the reader's address is unknown to the build.
  if (isPrerendering) return <a href={`#${id}`}>{children}</a>;
  return (
    <Link to={{ search, hash: `#${id}` }} onClick={() => goTo(id)}>
      {children}
    </Link>
  );
}

function runElement(run: Run): ReactNode {
  if (run.kind === 'link') {
    if (run.to.startsWith('#')) return <HeadingLink id={run.to.slice(1)}>{run.text}</HeadingLink>;
    return run.to.startsWith('/') ? <Link to={run.to}>{run.text}</Link> : <a href={run.to}>{run.text}</a>;
  }
  if (run.strong) return <strong>{run.emphasis ? <em>{run.text}</em> : run.text}</strong>;
  return run.emphasis ? <em>{run.text}</em> : run.text;
}

/** The runs of a paragraph. */
function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return runs.map((run, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the runs of a text never move
    <span key={index}>{runElement(run)}</span>
  ));
}

/** A heading, paragraph or list of a document. */
export function BlockView({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h3' : 'h4';
      return <Heading id={block.id}>{block.text}</Heading>;
    }
    case 'paragraph':
      return (
        <p>
          <Runs runs={block.runs} />
        </p>
      );
    case 'list': {
      const items = block.items.map((runs, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the items of a text never move
        <li key={index}>
          <Runs runs={runs} />
        </li>
      ));
      return block.ordered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
    }
  }
}
