import { states } from './components.states.tsx';
import { showFrame } from './frame.tsx';
import { showList } from './list.tsx';
import type { Parts } from './parts.ts';
import '@portal/ui/styles.css';
import './catalogue.css';

/** Starts the page of the catalogue, or of one state, which it shows in a frame. */
export async function start(parts: Parts): Promise<void> {
  const all = { ui: { modules: { 'components.states.tsx': async () => ({ states }) } }, ...parts };
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  if (location.pathname === '/state.html') await showFrame(root, all);
  else await showList(root, all);
}
