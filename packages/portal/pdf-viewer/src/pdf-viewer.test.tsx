/** @jest-environment jsdom */
import { beforeEach, expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { PdfPage } from './open-pdf.ts';
import { PdfViewer } from './pdf-viewer.tsx';

const TEXTS = {
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: 'Previous page',
  next: 'Next page',
  smaller: 'Zoom out',
  larger: 'Zoom in',
};

/** Says that an observeRequests page is near the visible part, or no longer. */
const nearness = new Map<Element, (near: boolean) => void>();

beforeEach(() => {
  nearness.clear();
  Object.assign(globalThis, {
    ResizeObserver: class {
      readonly #tell: (entries: readonly { readonly contentRect: { readonly width: number } }[]) => void;
      constructor(tell: (entries: readonly { readonly contentRect: { readonly width: number } }[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ contentRect: { width: 1190 } }]);
      }
      disconnect() {}
    },
    IntersectionObserver: class {
      readonly #tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: readonly { readonly isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe(page: Element) {
        nearness.set(page, (isIntersecting) => this.#tell([{ isIntersecting }]));
      }
      disconnect() {}
    },
  });
});

function fakePage(words: string, broken = false): PdfPage {
  return {
    width: 595,
    height: 842,
    render: () => ({
      done: broken ? Promise.reject(new Error('no such font')) : Promise.resolve(),
      cancel: () => undefined,
    }),
    write(layer) {
      layer.append(words);
      return { done: Promise.resolve(), cancel: () => undefined };
    },
  };
}

function show(...pages: readonly PdfPage[]) {
  const onFailure = jest.fn();
  render(<PdfViewer pdf={{ pages }} label="Document: Terms" language="nl" texts={TEXTS} onFailure={onFailure} />);
  return onFailure;
}
const page = (number: number, pages: number) => screen.getByRole('group', { name: `Page ${number} of ${pages}` });
const near = (element: Element, value: boolean) => act(() => nearness.get(element)?.(value));

test('every page has its text; only the pages near the visible part have a picture', async () => {
  show(fakePage('First words'), fakePage('Last words'));
  expect(screen.getByRole('region', { name: 'Document: Terms' }).lang).toBe('nl');
  expect(page(1, 2).textContent).toBe('First words');
  expect(page(2, 2).textContent).toBe('Last words');
  near(page(1, 2), true);
  await waitFor(() => expect(page(1, 2).querySelector('canvas')).toBeTruthy());
  expect(page(2, 2).querySelector('canvas')).toBeNull();
  near(page(1, 2), false);
  expect(page(1, 2).querySelector('canvas')).toBeNull();
});

test('a page that cannot be drawn is reported', async () => {
  const onFailure = show(fakePage('Words', true));
  near(page(1, 1), true);
  await waitFor(() => expect(onFailure).toHaveBeenCalledWith(new Error('no such font')));
});

test('pages fit the width, but not larger than one and a half times; zoom makes them larger and smaller, to a limit', async () => {
  show(fakePage('Words'));
  const width = () => Number.parseFloat(page(1, 1).style.inlineSize);
  expect(width()).toBe(595 * 1.5);
  const larger = screen.getByRole('button', { name: 'Zoom in' });
  for (let presses = 0; presses < 10; presses += 1) await userEvent.click(larger);
  expect(width()).toBe(595 * 1.5 * 3);
  expect(larger.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(larger);
  for (let presses = 0; presses < 10; presses += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
  }
  expect(width()).toBe(595 * 1.5 * 0.5);
});
