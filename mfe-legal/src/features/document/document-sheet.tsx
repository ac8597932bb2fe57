import { Badge } from '@portal/ui';
import type { Ref } from 'react';
import type { Block, DocumentText } from '../../library/content.ts';
import { BlockView, HeadingLink } from './blocks.tsx';

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

interface DocumentSheetProps {
  readonly text: DocumentText;
  /** The first heading, which can be focused. */
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
          {/* The page's own heading is the title. */}
          <h2 ref={title} tabIndex={-1}>
            {text.validity}
          </h2>
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
