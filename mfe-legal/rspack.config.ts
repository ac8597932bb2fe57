import { documentsConfig } from '@portal/federation/build';

export default () => documentsConfig(import.meta.dirname, './src/paint-documents.tsx');
