import type { Mutant } from './mutant.ts';

/** Session, shell, API client, and the pages of the remotes. */
export const PAGE_MUTANTS: readonly Mutant[] = [
  {
    id: 'session-cookies-live-one-day',
    file: 'packages/portal/contract/src/cookies.ts',
    find: 'TOKEN_COOKIE_SECONDS = 2 * 24 * 60 * 60;',
    replace: 'TOKEN_COOKIE_SECONDS = 24 * 60 * 60;',
  },
  {
    id: 'session-ends-when-the-api-fails',
    file: 'packages/portal/session/src/session-core.ts',
    find: "this.end(isUnauthenticated(error) ? 'ended' : 'trouble');",
    replace: "this.end('ended');",
  },
  {
    id: 'refresh-without-the-lock-of-all-tabs',
    file: 'packages/portal/session/src/session-core.ts',
    find: 'this.#parts()\n      .lock.run(() => this.#refreshInTurn(rejectedToken, generation))',
    replace: 'this.#refreshInTurn(rejectedToken, generation)',
  },
  {
    id: 'log-out-keeps-the-tokens',
    file: 'packages/portal/session/src/session-core.ts',
    find: "if (reason !== 'trouble') {",
    replace: "if (reason === 'ended') {",
  },
  {
    id: 'call-follows-redirects-with-the-bearer',
    file: 'packages/portal/session/src/http.ts',
    find: "redirect: 'error', // a redirect",
    replace: "redirect: 'follow', // a redirect",
  },
  {
    id: 'wait-begins-anew-after-an-early-read',
    file: 'packages/portal/api/src/transport.ts',
    find: 'inTime(since + WAIT_LIMIT_MS - now(), answer,',
    replace: 'inTime(WAIT_LIMIT_MS, answer,',
  },
  {
    id: 'hub-type-cui100-is-unknown',
    file: 'packages/portal/api/src/hub.ts',
    find: "['CUI100', 'smartphoneHub'],",
    replace: "['CUI10', 'smartphoneHub'],",
  },
  {
    id: 'sign-up-of-developers-for-those-who-are',
    file: 'shell/src/routing/access.ts',
    find: 'return !roles.includes(access.signedInWithout);',
    replace: 'return roles.includes(access.signedInWithout);',
  },
  {
    id: 'sign-in-leads-to-an-encoded-second-slash',
    file: 'shell/src/sign-in-target.ts',
    find: String.raw`/^\/(?:[/\\]|%2f)/i`,
    replace: String.raw`/^\/[/\\]/i`,
  },
  {
    id: 'last-seen-compares-the-day-of-the-month',
    file: 'shell/src/session/last-seen.ts',
    find: 'a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate()',
    replace: 'a.getFullYear() === b.getFullYear() && a.getDate()',
  },
  {
    id: 'language-of-the-address-before-the-account',
    file: 'packages/portal/contract/src/language.ts',
    find: 'parseLanguage(user) ?? parseLanguage(locale)',
    replace: 'parseLanguage(locale) ?? parseLanguage(user)',
  },
  {
    id: 'open-tab-asks-without-its-etag',
    file: 'shell/src/cdn-fallback.ts',
    find: "cache: 'no-cache', keepalive",
    replace: "cache: 'no-store', keepalive",
  },
  {
    id: 'notice-stays-five-seconds',
    file: 'packages/portal/ui/src/notices.tsx',
    find: 'const NOTICE_TIME_MS = 3000;',
    replace: 'const NOTICE_TIME_MS = 5000;',
  },
  {
    id: 'two-presses-before-a-rendering-act-twice',
    file: 'packages/portal/ui/src/use-once.ts',
    find: 'if (isRunning.current) return;',
    replace: 'if (running) return;',
  },
  {
    id: 'guest-who-asked-loses-the-row',
    file: 'mfe-hubs/src/features/hubs/row-state.ts',
    find: "event.role === 'owner' ? 'releasing' : 'asking'",
    replace: "event.role === 'guest' ? 'releasing' : 'asking'",
  },
  {
    id: 'slow-sharing-shows-after-three-seconds',
    file: 'mfe-hubs/src/features/hubs/use-hub-actions.ts',
    find: "send('took-long'), SPINNER_DELAY_MS)",
    replace: "send('took-long'), SPINNER_DELAY_MS * 10)",
  },
  {
    id: 'deletion-asks-everybody-for-a-password',
    file: 'mfe-account/src/features/deletion/deletion-form.tsx',
    find: "isHindered: !usesSingleSignOn && password === '',",
    replace: "isHindered: password === '',",
  },
  {
    id: 'password-needs-seven-characters',
    file: 'mfe-account/src/features/password/password.ts',
    find: '.{6,}$/s',
    replace: '.{7,}$/s',
  },
  {
    id: 'terms-accepted-before-they-were-loaded',
    file: 'mfe-developer/src/features/sign-up/accept-form.tsx',
    find: "const ready = ticked && terms === 'ready';",
    replace: 'const ready = ticked;',
  },
  {
    id: 'unknown-version-of-the-terms-shows-the-oldest',
    file: 'mfe-legal/src/library/choose-text.ts',
    find: 'candidate.id === id) ?? versions[0];',
    replace: 'candidate.id === id) ?? versions.at(-1);',
  },
  {
    id: 'day-and-month-change-places',
    file: 'mfe-legal/src/library/validity.ts',
    find: 'return `${date}.${month}.${year}`;',
    replace: 'return `${month}.${date}.${year}`;',
  },
  {
    id: 'upload-begins-anew-after-a-break',
    file: 'mfe-staff/src/features/firmware/upload.ts',
    find: 'let { received } = begun;',
    replace: 'let received = 0;',
  },
];
