import { handOver } from './bootstrap/hand-over.mjs';

await handOver('tools/licences/main.ts');
