import { handOver } from './bootstrap/hand-over.mjs';

await handOver('tools/test/with-ceph.ts');
