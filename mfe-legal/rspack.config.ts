import { paintedConfig } from '@portal/federation/build';

export default () => paintedConfig(import.meta.dirname, './src/prerender.ts');
