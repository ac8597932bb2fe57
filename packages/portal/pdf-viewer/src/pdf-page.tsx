import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { PdfPage } from './open-pdf.ts';

/** The largest canvas that every supported browser draws, in pixels: that of phones. */
const MAX_CANVAS_PIXELS = 16_000_000;

/** Whether an element is at most one height of the scrolled area away from what is visible. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return undefined;
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.current.parentElement,
      rootMargin: '100% 0px',
    });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return near;
}

/** Pixels of the canvas for a point of the page. */
function canvasScale({ width, height }: PdfPage, scale: number): number {
  return Math.min(scale * window.devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / (width * height)));
}

interface PdfPageProps {
  readonly page: PdfPage;
  readonly scale: number;
  /** "Page 2 of 6". */
  readonly label: string;
  readonly onFailure: (error: unknown) => void;
}

/**
 * A page: its picture while it is near the visible part, and its text over it, which can be selected and read aloud.
 */
export function PdfPageView({ page, scale, label, onFailure }: PdfPageProps) {
  const sheet = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const near = useNear(sheet);

  useLayoutEffect(() => {
    const { style } = sheet.current ?? {};
    style?.setProperty('--total-scale-factor', String(scale));
    style?.setProperty('inline-size', `${page.width * scale}px`);
    style?.setProperty('block-size', `${page.height * scale}px`);
  }, [page, scale]);

  useEffect(() => {
    if (!near) {
      picture.current?.replaceChildren();
      return undefined;
    }
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    const renderTask = page.render(canvas, canvasScale(page, scale));
    // The picture of another size stays until the new one is complete.
    renderTask.done.then(() => picture.current?.replaceChildren(canvas), onFailure);
    return () => renderTask.cancel();
  }, [near, page, scale, onFailure]);

  useEffect(() => {
    const layer = text.current;
    if (!layer) return undefined;
    const writing = page.write(layer);
    writing.done.catch(onFailure);
    return () => {
      writing.cancel();
      layer.replaceChildren();
    };
  }, [page, onFailure]);

  return (
    <div ref={sheet} className="pdf__page" role="group" aria-label={label}>
      <div ref={picture} className="pdf__picture" />
      <div ref={text} className="pdf__words" />
    </div>
  );
}
