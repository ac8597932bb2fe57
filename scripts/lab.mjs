import { handOver } from './bootstrap/hand-over.mjs';

await handOver('lab/main.ts');
