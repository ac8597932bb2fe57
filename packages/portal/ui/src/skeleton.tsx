import type { JSX } from 'react';
import { classNames } from './class-names.ts';
import { PageBody, PageHead } from './page.tsx';

interface BarProps {
  readonly look: 'xs' | 's' | 'm' | 'l' | 'xl' | 'wide' | 'round' | 'switch' | 'field' | 'button';
}

/** A placeholder. Sizes are classes, because the Content Security Policy forbids style attributes. */
function Bar({ look }: BarProps) {
  return <span className={classNames('skeleton', `skeleton--${look}`)} />;
}

/** Placeholders for lines of text, each as high as the text around it. */
function BarLines({ looks }: { readonly looks: readonly BarProps['look'][] }) {
  return (
    <span className="skeleton-lines">
      {looks.map((look, line) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a drawing: they have no other identity and never move
        <Bar key={line} look={look} />
      ))}
    </span>
  );
}

/** Two lines of text that are loading; hidden from screen readers. */
export function TextSkeleton() {
  return (
    <span aria-hidden="true">
      <BarLines looks={['wide', 'l']} />
    </span>
  );
}

const ROWS = ['first', 'second', 'third'];
const UNNAMED = ['', '', '', '', ''];

interface TableSkeletonProps {
  /** Names of the five columns before the last one, if they are known. The last one contains buttons. */
  readonly columns?: readonly string[];
  /** Class of the row groups, so that they are laid out as those that are loading. */
  readonly rowClass?: string;
}

/** Three rows of a table that is loading; hidden from screen readers, so show "Loading…" next to it. */
export function TableSkeleton({ columns = UNNAMED, rowClass }: TableSkeletonProps) {
  return (
    <div className="card card--flush table-box" aria-hidden="true">
      <table className="table">
        <thead>
          <tr>
            {columns.map((name, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- columns of a drawing never move
              <th key={index}>{name === '' ? <BarLines looks={['xs']} /> : name}</th>
            ))}
            <th>{'\u00a0'}</th>
          </tr>
        </thead>
        {ROWS.map((row) => (
          <tbody className={rowClass} key={row}>
            <tr>
              <th scope="row">
                <span className="hub__id">
                  <Bar look="round" />
                  <Bar look="m" />
                </span>
              </th>
              <td>
                <Bar look="s" />
              </td>
              <td>
                <Bar look="s" />
              </td>
              <td>
                <Bar look="xs" />
              </td>
              <td>
                <Bar look="switch" />
              </td>
              <td className="end">
                <Bar look="s" />
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </div>
  );
}

export type SkeletonKind = 'table' | 'form' | 'task' | 'document' | 'message' | 'sign-in';

interface SkeletonProps {
  readonly kind: SkeletonKind;
  /** The page's title, if it is known; it becomes the h1. Without it a bar is shown. */
  readonly title?: string;
  /** The text for screen readers: "Loading…". */
  readonly label: string;
}

type Shape = (title: JSX.Element) => JSX.Element;

function FormSection() {
  return (
    <div className="section">
      <div className="section__head">
        <Bar look="m" />
        <p>
          <BarLines looks={['l', 's']} />
        </p>
      </div>
      <div className="stack stack--wide">
        <Bar look="field" />
        <Bar look="field" />
      </div>
    </div>
  );
}

const SHAPES: Record<SkeletonKind, Shape> = {
  table: (title) => (
    <>
      <PageHead title={title} lead={<BarLines looks={['wide', 'l']} />} />
      <PageBody stacked>
        <div className="card__head" aria-hidden="true">
          <p className="skeleton-heading">
            <Bar look="m" />
          </p>
        </div>
        <TableSkeleton />
      </PageBody>
    </>
  ),
  form: (title) => (
    <>
      <PageHead title={title} lead={<BarLines looks={['xl']} />} />
      <PageBody>
        <div className="sections" aria-hidden="true">
          <FormSection />
          <FormSection />
        </div>
      </PageBody>
    </>
  ),
  task: (title) => (
    <>
      <div className="page-head">
        <div className="page page--narrow">
          <p className="page-head__back" aria-hidden="true">
            <span className="button button--quiet">
              <Bar look="m" />
            </span>
          </p>
          <h1 tabIndex={-1}>{title}</h1>
        </div>
      </div>
      <PageBody narrow>
        <div className="card stack" aria-hidden="true">
          <p>
            <BarLines looks={['m', 'xl', 'wide']} />
          </p>
          <p>
            <BarLines looks={['m', 'wide', 'l']} />
          </p>
        </div>
      </PageBody>
    </>
  ),
  document: (title) => (
    <>
      <PageHead title={title} lead={<BarLines looks={['xl']} />} />
      <PageBody>
        <div className="pdf pdf--text" aria-hidden="true">
          <div className="pdf__pages">
            <div className="pdf__sheet">
              <Bar look="l" />
              <BarLines looks={['wide', 'wide', 'xl']} />
              <BarLines looks={['wide', 'wide', 'l']} />
            </div>
          </div>
        </div>
      </PageBody>
    </>
  ),
  message: (title) => (
    <div className="page">
      <div className="signpost">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          <p aria-hidden="true">
            <BarLines looks={['xl', 'l']} />
          </p>
        </div>
      </div>
    </div>
  ),
  'sign-in': (title) => (
    <div className="login">
      <div className="page">
        <div className="legend">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="legend__lead" aria-hidden="true">
            <BarLines looks={['wide', 'm']} />
          </p>
          <Bar look="button" />
          <p className="legend__foot" aria-hidden="true">
            <BarLines looks={['wide', 'wide', 's']} />
          </p>
        </div>
      </div>
    </div>
  ),
};

/** The heading while the title is unknown. It has a text for screen readers, because a heading must not be empty. */
function OpenTitle({ label, lines }: { readonly label: string; readonly lines: 1 | 2 }) {
  return (
    <>
      <span className="visually-hidden">{label}</span>
      {lines === 1 ? <Bar look="l" /> : <BarLines looks={['wide', 'l']} />}
    </>
  );
}

/**
 * The skeleton of a page that is loading. The shell's build renders it as static HTML, so it must have no hooks, no
 * router links and no style attributes.
 */
export function Skeleton({ kind, title, label }: SkeletonProps) {
  return (
    <div className="page-skeleton" aria-busy="true">
      <p className="visually-hidden" role="status">
        {label}
      </p>
      {SHAPES[kind](
        title === undefined ? <OpenTitle label={label} lines={kind === 'sign-in' ? 2 : 1} /> : <>{title}</>,
      )}
    </div>
  );
}
