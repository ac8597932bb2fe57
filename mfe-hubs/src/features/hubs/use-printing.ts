import { useSyncExternalStore } from 'react';

let printing = false;

function subscribe(listener: () => void): () => void {
  const change = ({ type }: Event) => {
    printing = type === 'beforeprint';
    listener();
  };
  window.addEventListener('beforeprint', change);
  window.addEventListener('afterprint', change);
  return () => {
    window.removeEventListener('beforeprint', change);
    window.removeEventListener('afterprint', change);
  };
}

/** Whether the page is being printed. As an external store it renders before the browser takes its picture. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing);
}
