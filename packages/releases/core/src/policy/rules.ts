/** A rule that a publication, a release or a yank can break. */
interface RuleRow {
  /** When it refuses; the end of a sentence. */
  readonly when: string;
  /** What to do, where the refusal does not know it better. */
  readonly remedy: string;
}

/** Every rule by its code. `npm run release-rules` writes them into docs/release-policy.md. */
export const RULES = {
  manifest: { when: 'the manifest of a version cannot be read', remedy: 'Build the part again.' },
  provenance: { when: '`provenance.json` is missing, wrong or names a user', remedy: 'Build the part again.' },
  'files-differ': {
    when: 'a file is missing, altered, not listed, or no regular file',
    remedy: 'Build the part again.',
  },
  'file-name': {
    when: 'a name lacks the hash of its bytes, or differs from another only in case',
    remedy: 'Build the part again.',
  },
  'over-limit': {
    when: 'a version or its declaration exceeds a limit below',
    remedy: 'Make it smaller, and build again.',
  },
  'global-style': {
    when: 'a selector of a remote’s style sheet names no class',
    remedy: 'Name a class of the remote in each selector, and build again.',
  },
  'unmarked-read': {
    when: 'an early read is not recorded as safe',
    remedy: 'Mark it in safe-reads.json, or take it out; build again.',
  },
  'version-taken': {
    when: 'the version was published with other bytes',
    remedy: 'Raise "version" in package.json, build and publish again.',
  },
  'name-taken': {
    when: 'the store has other bytes under the name of a file',
    remedy: 'Remove the stored file if it is damaged, and publish again; else rename the file.',
  },
  misfit: {
    when: 'a remote takes or declares what its shell does not give or know, or in another form',
    remedy: 'Release versions of both that fit, in one step.',
  },
  'page-field': {
    when: 'a shell needs a field that pages do not have',
    remedy: 'Release another shell, or update web server and command.',
  },
  'path-taken': {
    when: 'a path belongs to another part, or to the web server',
    remedy: 'Give the page another path, and build again.',
  },
  'redirect-loop': {
    when: 'redirects or access lead some visitor in a circle',
    remedy: 'Correct "redirects" or "access" in a declaration, and build again.',
  },
  'not-published': {
    when: 'the store does not have the version',
    remedy: 'Choose a version that `status PART` lists.',
  },
  'version-yanked': { when: 'the version was yanked', remedy: 'Release another version; a yank cannot be undone.' },
  'version-in-use': { when: 'a version to yank is live or a canary', remedy: 'Roll it back, or end its canary.' },
  'failed-before': {
    when: 'the version failed clearly more often than its baseline',
    remedy: 'Publish one that mends it, or repeat with --anyway.',
  },
  'uncommitted-build': {
    when: 'a store with access rules gets a build with uncommitted changes',
    remedy: 'Commit, and publish a new version; or repeat with --anyway.',
  },
  'not-checked': { when: 'a required check of what visitors would get is missing', remedy: 'Check it.' },
  'not-staged': {
    when: 'required time in staging is not proved',
    remedy: 'Copy it from staging when it was live long enough.',
  },
  'no-shell': { when: 'a release would have no shell', remedy: 'Name a version, as in "promote shell@1.0.0".' },
  'not-live': { when: 'the part to roll back is not live', remedy: 'Choose a part that `status` lists.' },
  'nothing-before': {
    when: 'no version is known to roll back to',
    remedy: 'Name one with --to VERSION.',
  },
  'canary-running': {
    when: 'a plain rollback meets a running canary',
    remedy: 'End the canary, or name a version with --to.',
  },
  'no-canary': { when: 'the part has no canary to end', remedy: 'What everybody gets goes back with "rollback".' },
  'already-live': { when: 'everybody has the version that is to be a canary', remedy: 'Nothing has to be done.' },
  'too-many-canaries': {
    when: 'more than three canaries, or too many combinations, would run',
    remedy: 'End a canary, or promote it to everybody.',
  },
  browser: { when: '`check` finds no browser that it can use', remedy: 'Install Chromium, or set CHROMIUM_PATH.' },
  request: { when: 'a request is incomplete or out of date', remedy: 'The refusal says what is missing.' },
  'not-signed-in': { when: 'the service does not know who asks', remedy: 'Sign in: `login`.' },
  'not-allowed': {
    when: 'no access rule allows it, or a second person is needed',
    remedy: 'Ask somebody who may, or whoever keeps the access rules.',
  },
} as const satisfies Readonly<Record<string, RuleRow>>;
export type Rule = keyof typeof RULES;
export const RULE_CODES = Object.keys(RULES).filter((code): code is Rule => Object.hasOwn(RULES, code));
