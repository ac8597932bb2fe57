import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/node-kit/testing';
import { openTerminal } from '../../tools/documents/reader.ts';
import type { Environment } from '../../tools/documents/reader.ts';
import { computeSpread } from './statistics.ts';

const ROOT = join(import.meta.dirname, '../..');
const PORTS = ['PORTAL_PORT', 'BACKEND_PORT', 'METRICS_PORT', 'CONSOLE_PORT'] as const;
/** In seconds. */
const LIMIT = 300;

/** Runs a command of the portal until its page and the API are there. @returns how long that took, in seconds. */
async function timeToPage(command: string, cwd: string, env: Environment): Promise<number> {
  const began = performance.now();
  const terminal = openTerminal(command, { cwd, env });
  const addresses = [`${env['PORTAL_PORT'] ?? ''}/settings`, `${env['BACKEND_PORT'] ?? ''}/openapi.json`];
  const isThere = async () => {
    const answers = await Promise.all(addresses.map((address) => fetch(`http://localhost:${address}`)));
    return answers.every(({ ok }) => ok);
  };
  try {
    await terminal.until(isThere, LIMIT);
    return (performance.now() - began) / 1000;
  } finally {
    await terminal.stop();
  }
}

/**
 * How long somebody who works on the portal waits for the page, as a Markdown table: of a fresh clone with packages in
 * the cache, with nothing changed, and of `npm run dev`, with all parts and one.
 */
export async function measureDevelopment(rounds: number): Promise<string> {
  const times: Record<string, number[]> = {
    '`npm start`, fresh clone': [],
    '`npm start`, again': [],
    '`npm run dev`': [],
    // The other parts are those that the starts have released.
    '`npm run dev -- mfe-hubs`': [],
  };
  for (let round = 0; round < rounds; round += 1) {
    const folder = await mkdtemp(join(tmpdir(), 'portal-bench-development-'));
    try {
      execFileSync('git', ['clone', '--quiet', ROOT, folder]);
      const env: Record<string, string> = {};
      for (const name of PORTS) env[name] = String(await freePort());
      for (const [name, seconds] of Object.entries(times))
        seconds.push(await timeToPage(/`(.+)`/.exec(name)?.[1] ?? '', folder, env));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const rows = Object.entries(times).map(([name, seconds]) => {
    const { low, median, high } = computeSpread(seconds);
    return `| ${name} | ${median.toFixed(1)} | ${low.toFixed(1)} to ${high.toFixed(1)} |`;
  });
  return ['| Until the page is there | Seconds | Middle half |', '| --- | --- | --- |', ...rows].join('\n');
}
