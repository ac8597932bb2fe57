import { shellConfig } from '@portal/federation/build';

export default shellConfig(import.meta.dirname, {
  entry: './src/boot.ts',
  render: './src/frame/render-frame.tsx',
  script: './src/frame/early-reads.ts',
  styles: '@portal/ui/critical.css',
});
