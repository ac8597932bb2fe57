import { describe, expect, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';
import { Skeleton } from './skeleton.tsx';
import type { SkeletonKind } from './skeleton.tsx';

const KINDS: readonly SkeletonKind[] = ['table', 'form', 'task', 'document', 'message', 'sign-in'];

describe.each(KINDS)('the skeleton of kind "%s", prerendered as static HTML', (kind) => {
  const html = renderToStaticMarkup(<Skeleton kind={kind} title="%TITLE%" label="Loading…" />);

  test('has no style attribute, which the content security policy would refuse', () => {
    expect(html).not.toMatch(/\sstyle=/);
  });

  test('has the title as its only h1 and says that it is loading', () => {
    expect(html.match(/<h1[^>]*>%TITLE%<\/h1>/g)).toHaveLength(1);
    expect(html).toContain('<p class="visually-hidden" role="status">Loading…</p>');
  });

  test('contains nothing that the keyboard could focus', () => {
    expect(html).not.toMatch(/<(a|button|input|select)\b/);
  });
});
