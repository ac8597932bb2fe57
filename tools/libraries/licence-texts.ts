import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The MIT licence (https://spdx.org/licenses/MIT.html). */
const mit = (holder: string) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the
"Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish,
distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to
the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF
MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY
CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE
SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Of the SDK of AWS, whose packages are of one repository; some lack the file. */
const aws = readFileSync(
  join(import.meta.dirname, '../../packages/releases/core/node_modules/@aws-sdk/credential-provider-node/LICENSE'),
  'utf8',
).trim();

/** Texts for packages that name their licence and holder, but bring no file with the text. */
export const LICENCE_TEXTS: Readonly<Record<string, string>> = {
  'abstract-logging': mit('James Sumners'),
  '@aws-sdk/credential-provider-http': aws,
  '@aws-sdk/credential-provider-login': aws,
  '@aws-sdk/nested-clients': aws,
};
