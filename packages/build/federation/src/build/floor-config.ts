import { dirname } from 'node:path';
import type { Configuration } from '@rspack/core';
import { minimizer, rules } from './base-config.ts';

/** The build of one inline script, for the benchmark's page without any library, by the portal's rules. */
export function floorConfig({ entry, folder }: { readonly entry: string; readonly folder: string }): Configuration {
  return {
    mode: 'production',
    context: dirname(entry),
    target: ['web', 'es2022'],
    devtool: false,
    entry,
    output: { path: folder, filename: '[name].js', iife: true },
    resolve: { extensions: ['.ts'] },
    module: { rules },
    optimization: { minimizer },
    performance: false,
  };
}
