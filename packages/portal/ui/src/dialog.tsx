import { useEffectEvent, useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

interface DialogProps {
  readonly heading: string;
  readonly children: ReactNode;
  /** Buttons, the safe choice first; it gets the focus when the dialog opens. */
  readonly actions: ReactNode;
  /** Called for Escape, or the browser's own gesture to go back. */
  readonly onCancel: () => void;
}

/** A modal question, open while it is rendered. Afterwards the focus returns to the element that had it. */
export function Dialog({ heading, children, actions, onCancel }: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const cancelled = useEffectEvent(onCancel);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return undefined;
    // Browsers report a closed dialog only with their next frame; the user may go back before that. So Escape cancels
    // at once, and the dialog closes when it is no longer rendered. Only a second Escape in a row closes it directly.
    const onEscape = (event: Event) => {
      event.preventDefault();
      cancelled();
    };
    const onClose = () => cancelled();
    element.addEventListener('cancel', onEscape);
    element.addEventListener('close', onClose);
    element.showModal();
    element.scrollTop = 0; // the browser has scrolled to what took the focus; the question comes first
    return () => {
      element.removeEventListener('cancel', onEscape);
      element.removeEventListener('close', onClose);
      element.close();
    };
  }, []);

  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={id}>
      <div className="dialog__body">
        <h2 id={id}>{heading}</h2>
        {children}
      </div>
      <div className="dialog__actions">{actions}</div>
    </dialog>
  );
}
