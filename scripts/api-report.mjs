import { handOver } from './bootstrap/hand-over.mjs';

await handOver('tools/api-report/main.ts');
