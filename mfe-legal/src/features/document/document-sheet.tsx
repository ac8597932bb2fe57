import { Badge, Link, useLocation } from '@portal/ui';
import type { ReactNode, Ref } from 'react';
import type { Block, DocumentText, Run } from '../../library/content.ts';

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
function HeadingLink({ id, children }: HeadingLinkProps) {
  const { search } = useLocation();
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

interface Part {
  readonly id: string;
  readonly blocks: readonly Block[];
}

/** Groups the blocks by the heading above them. */
function parts(blocks: readonly Block[]): readonly Part[] {
  const found: { readonly id: string; readonly blocks: Block[] }[] = [];
  for (const block of blocks) {
    const starts = block.kind === 'heading' && block.level === 2;
    if (starts || found.length === 0) found.push({ id: starts ? block.id : 'start', blocks: [block] });
    else found.at(-1)?.blocks.push(block);
  }
  return found;
}

function BlockView({ block }: { readonly block: Block }) {
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

export interface DocumentSheetProps {
  readonly text: DocumentText;
  /** The title, which can be focused. */
  readonly title?: Ref<HTMLHeadingElement>;
}

/** A document as a sheet of paper in its own language, for reading and printing. */
export function DocumentSheet({ text, title }: DocumentSheetProps) {
  const headings = text.blocks.filter((block) => block.kind === 'heading' && block.level === 2);
  return (
    <div className="pdf pdf--text document__text">
      <div className="pdf__pages">
        <article className="pdf__sheet" aria-label={text.title} lang={text.language}>
          {text.sample !== undefined && (
            <span className="sample">
              <Badge kind="warn">{text.sample}</Badge>
            </span>
          )}
          <h2 ref={title} tabIndex={-1}>
            {text.title}
          </h2>
          <p>{text.validity}</p>
          {headings.length > 3 && (
            <nav className="document__contents" aria-label={text.contents}>
              <ul role="list">
                {headings.map((heading) =>
                  heading.kind === 'heading' ? (
                    <li key={heading.id}>
                      <HeadingLink id={heading.id}>{heading.text}</HeadingLink>
                    </li>
                  ) : null,
                )}
              </ul>
            </nav>
          )}
          {parts(text.blocks).map(({ id, blocks }) => (
            <section key={id}>
              {blocks.map((block, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the blocks of a text never move
                <BlockView key={index} block={block} />
              ))}
            </section>
          ))}
        </article>
      </div>
    </div>
  );
}
