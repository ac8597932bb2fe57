import { Button } from '@portal/ui';
import { useLayoutEffect, useState } from 'react';
import type { OpenPdf } from './open-pdf.ts';
import { PdfPageView } from './pdf-page.tsx';
import { useAvailableWidth, usePosition } from './use-position.ts';

/** The texts of the viewer, in the interface's language. */
interface PdfViewerTexts {
  /** "Page 2 of 6". */
  readonly page: (page: number, pages: number) => string;
  readonly previous: string;
  readonly next: string;
  readonly smaller: string;
  readonly larger: string;
}

export interface PdfViewerProps {
  readonly pdf: OpenPdf;
  /** Name of the document. */
  readonly label: string;
  /** The document's language. */
  readonly language: string;
  readonly texts: PdfViewerTexts;
  /** A page could not be drawn. */
  readonly onFailure: (error: unknown) => void;
}

/** Multiples of the width that fits. */
const ZOOMS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const FITTING = ZOOMS.indexOf(1);
/** Pages that fit become at most this large, so that lines stay short enough to be read. */
const LARGEST_FITTING_SCALE = 1.5;

interface ToolProps {
  readonly label: string;
  readonly icon: 'ascending' | 'descending' | 'smaller' | 'larger';
  /** It has nothing to do. It stays focusable, so that pressing it never loses the focus. */
  readonly idle: boolean;
  readonly onPress: () => void;
}

function Tool({ label, icon, idle, onPress }: ToolProps) {
  return (
    <Button
      variant="quiet"
      icon={icon}
      aria-label={label}
      title={label}
      aria-disabled={idle || undefined}
      onClick={idle ? undefined : onPress}
    />
  );
}

/** The pages of a PDF, below each other, with tools to turn and zoom them. Pages fit the width at first. */
export function PdfViewer({ pdf: { pages }, label, language, texts, onFailure }: PdfViewerProps) {
  const { area, current, goTo, follow, keep } = usePosition();
  const [zoom, setZoom] = useState(FITTING);
  const available = useAvailableWidth(area);
  const widest = Math.max(...pages.map(({ width }) => width));
  const fitting = Math.min(available / widest, LARGEST_FITTING_SCALE);
  const scale = fitting * (ZOOMS[zoom] ?? 1);
  useLayoutEffect(keep, [keep, scale]);
  return (
    <div className="pdf pdf--viewer">
      <div className="pdf__tools">
        <p className="numerals" role="status">
          {texts.page(current + 1, pages.length)}
        </p>
        <Tool icon="ascending" label={texts.previous} idle={current === 0} onPress={() => goTo(current - 1)} />
        <Tool
          icon="descending"
          label={texts.next}
          idle={current === pages.length - 1}
          onPress={() => goTo(current + 1)}
        />
        <Tool icon="smaller" label={texts.smaller} idle={zoom === 0} onPress={() => setZoom(zoom - 1)} />
        <Tool icon="larger" label={texts.larger} idle={zoom === ZOOMS.length - 1} onPress={() => setZoom(zoom + 1)} />
      </div>
      <div
        ref={area}
        className="pdf__pages"
        role="region"
        aria-label={label}
        lang={language}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll it
        tabIndex={0}
        onScroll={follow}
      >
        {available > 0 &&
          pages.map((page, index) => (
            <PdfPageView
              // oxlint-disable-next-line react/no-array-index-key -- the pages of a PDF never move
              key={index}
              page={page}
              scale={scale}
              label={texts.page(index + 1, pages.length)}
              onFailure={onFailure}
            />
          ))}
      </div>
    </div>
  );
}
