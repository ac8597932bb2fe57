import { handOver } from './bootstrap/hand-over.mjs';

await handOver('e2e/src/bench/main.ts');
