import { SHARED_SINGLETONS } from '@portal/contract/shared-singletons';
import type { ShellOptions } from '@portal/federation/build';
import { shellConfig } from '@portal/federation/build';

/** Also read by the development server. */
export const options: ShellOptions = {
  federation: { shared: SHARED_SINGLETONS },
  entry: './src/start.ts',
  frame: {
    render: './src/frame/render-frame.tsx',
    script: './src/frame/early-reads.ts',
    fill: './src/frame/fill-preview.ts',
    styles: '@portal/ui/styles.css',
  },
  vendor: './src/vendor.ts',
  prerender: './src/prerender/prerender.tsx',
};

export default () => shellConfig(import.meta.dirname, options);
