import { TextDecoder, TextEncoder } from 'node:util';

// Every browser has them, jsdom has not; the router wants them as it loads.
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
