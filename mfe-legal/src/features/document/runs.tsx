import { Link } from '@portal/ui';
import type { ReactNode } from 'react';
import type { Run } from '../../library/content.ts';
import { HeadingLink } from './heading-link.tsx';

function element(run: Run): ReactNode {
  if (run.kind === 'link') {
    if (run.to.startsWith('#')) return <HeadingLink id={run.to.slice(1)}>{run.text}</HeadingLink>;
    return run.to.startsWith('/') ? <Link to={run.to}>{run.text}</Link> : <a href={run.to}>{run.text}</a>;
  }
  if (run.strong) return <strong>{run.emphasis ? <em>{run.text}</em> : run.text}</strong>;
  return run.emphasis ? <em>{run.text}</em> : run.text;
}

/** The words of a paragraph. Texts come from the build, so their order never changes under React. */
export function Runs({ runs }: { readonly runs: readonly Run[] }) {
  return runs.map((run, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the runs of a text never move
    <span key={index}>{element(run)}</span>
  ));
}
