import { createRoot } from 'react-dom/client';
import { readView } from './address.ts';
import { createHands } from './hands.ts';
import { loadState } from './parts.ts';
import type { Parts } from './parts.ts';
import { startState, StateView } from './state.tsx';

/** Shows the state in the address, alone. `data-shown` says when it is there, or why it is not. */
export async function showFrame(root: HTMLElement, parts: Parts): Promise<void> {
  const { dataset } = document.documentElement;
  const { state: name, language, theme } = readView(location.search);
  document.title = name;
  if (theme !== 'system') dataset['theme'] = theme;
  try {
    const [state, texts] = await loadState(parts, name, language);
    await startState(state, texts, language);
    createRoot(root).render(<StateView state={state} />);
    await state.act?.(createHands());
    dataset['shown'] = '';
  } catch (error) {
    dataset['shown'] = String(error);
    throw error;
  }
}
