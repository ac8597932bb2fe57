import { handOver } from './bootstrap/hand-over.mjs';

await handOver('scripts/new-remote.ts');
