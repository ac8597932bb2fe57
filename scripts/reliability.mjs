import { handOver } from './bootstrap/hand-over.mjs';

await handOver('tools/reliability/main.ts');
