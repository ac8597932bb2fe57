import { handOver } from './bootstrap/hand-over.mjs';

await handOver('tools/libraries/main.ts');
