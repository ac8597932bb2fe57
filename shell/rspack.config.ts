import type { ShellSources } from '@portal/federation/build';
import { shellConfig } from '@portal/federation/build';

/** The sources of the shell's build, also used by the development server. */
export const sources: ShellSources = {
  entry: './src/start.ts',
  vendor: './src/vendor.ts',
  render: './src/frame/render-frame.tsx',
  script: './src/frame/early-reads.ts',
  fill: './src/frame/fill-preview.ts',
  styles: '@portal/ui/styles.css',
  prerender: './src/prerender/prerender.tsx',
};

export default () => shellConfig(import.meta.dirname, sources);
