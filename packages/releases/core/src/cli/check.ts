import type { Findings } from '../operations/check/check-versions.ts';
import { checkVersions } from '../operations/check/check-versions.ts';
import { describeFaults, describeOutcome } from '../operations/check/describe-check.ts';
import { count } from '../format/format-values.ts';
import { BrowserViewer } from '../operations/screens/browser-viewer.ts';
import { hasPassed } from '../store/checks.ts';
import type { Call, Command } from './command.ts';
import { checkKnown, readBy, readVersions } from './command.ts';
import { EXIT } from '../service-api/exit-codes.ts';
import { lines } from './format.ts';
import { untilStopped } from './until-stopped.ts';

/** Starts a browser, opens the pages, and ends it. */
async function openAll({ store, note }: Call, by: string, versions: Readonly<Record<string, string>>) {
  return untilStopped(async (signal): Promise<Findings> => {
    note('Starting a browser, a web server and a development backend …');
    const viewer = await BrowserViewer.start(signal);
    try {
      return await checkVersions(store, viewer.store, viewer, { by, versions }, note);
    } finally {
      await viewer.close();
    }
  });
}

export const CHECK: Command = {
  name: 'check',
  words: 'PART@VERSION …',
  summary: 'open each page of a published version in Chromium, as visitors would get it',
  more:
    'On top of the live release, with and without each canary, as everybody who may enter, against the development backend; of the shell, the ' +
    'pages of all live remotes. Name versions that go live together. The result stays in the store; access rules may require it. Ends with 6 if a ' +
    'page fails, with 3 if the versions could not be promoted.',
  options: ['by'],
  async run(call) {
    const versions = readVersions(call.words, 'check');
    const by = readBy(call);
    await checkKnown(call.store, Object.keys(versions));
    const findings = await openAll(call, by, versions);
    const check = await call.writer.recordCheck({ by, findings });
    const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
    const opened = findings.pages.reduce((sum, page) => sum + page.opened, 0);
    const passed = hasPassed(findings);
    return {
      text: lines(
        `${named.join(' with ')}, on top of release ${String(findings.release)}: ${describeOutcome(findings)} (opened ${count(opened, 'time')}).`,
        ...describeFaults(findings),
        passed
          ? `Next, for a share of the visitors: npm run release -- canary ${call.words.join(' ')} 10% --reason "…"`
          : 'The sources of a position: npm run release -- explain "PART/FILE:LINE:COLUMN"',
      ),
      json: { passed, ...check },
      code: passed ? EXIT.done : EXIT.attention,
    };
  },
};
