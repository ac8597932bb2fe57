import type { Mutant } from './mutant.ts';

/**
 * Written after the tests were pruned, from the sources alone: what survived the pruning has to notice them as often as
 * the others.
 */
export const LATER_MUTANTS: readonly Mutant[] = [
  {
    id: 'drafts-of-tabs-asleep-outlive-a-log-out',
    file: 'packages/portal/session/src/session.ts',
    find: '        drafts.forgetInSleepingTabs();\n',
    replace: '',
  },
  {
    id: 'deletion-without-an-answer-has-not-happened',
    file: 'packages/portal/api/src/calls/delete-account.ts',
    find: "(error.kind === 'timed-out' || error.kind === 'unreachable')",
    replace: "error.kind === 'timed-out'",
  },
  {
    id: 'request-outlives-the-release-that-answers-it',
    file: 'mfe-hubs/src/features/hubs/use-owner-requests.ts',
    find: 'return moment && activatedAt && moment < activatedAt ? undefined : moment;',
    replace: 'return moment;',
  },
  {
    id: 'other-tab-overwrites-what-is-typed',
    file: 'mfe-account/src/features/profile/use-profile-form.ts',
    find: 'if (!edited.has(field)) form.setValue',
    replace: 'form.setValue',
  },
  {
    id: 'one-of-the-words-finds-a-question',
    file: 'mfe-legal/src/library/questions.ts',
    find: 'return words.every((word) => text.includes(word));',
    replace: 'return words.length === 0 || words.some((word) => text.includes(word));',
  },
  {
    id: 'developer-by-another-tab-is-told-of-a-failure',
    file: 'mfe-developer/src/features/sign-up/sign-up.tsx',
    find: "      if (isRefused && (await checkRole()) === 'present') return;\n",
    replace: '      if (isRefused) await checkRole();\n',
  },
  {
    id: 'country-that-somebody-switched-off-is-on-again',
    file: 'mfe-staff/src/features/country/use-country-form.ts',
    find: 'active: typed.active === saved.active ? newer.active : typed.active,',
    replace: 'active: typed.active,',
  },
  {
    id: 'reads-begin-for-pages-that-nobody-may-enter',
    file: 'shell/src/routing/prefetch-when-idle.ts',
    find: "if (!start || decideAccess(route.access, session.getState()).kind !== 'enter') return;",
    replace: 'if (!start) return;',
  },
  {
    id: 'household-is-many-senders',
    file: 'packages/delivery/web-server/src/visits/senders.ts',
    find: 'return [one, two, three, four >> 8]',
    replace: 'return [one, two, three, four]',
  },
  {
    id: 'retention-counts-from-the-begin-of-a-release',
    file: 'packages/releases/core/src/policy/retention.ts',
    find: '(began[index + 1] ?? Infinity) >= since',
    replace: '(steps[index + 1] ? (began[index] ?? Infinity) : Infinity) >= since',
  },
  {
    id: 'canary-is-for-everybody-without-a-check',
    file: 'packages/releases/core/src/operations/check-requirements.ts',
    find: 'percent === undefined ? isPromoted(live, name, version)',
    replace: 'percent === undefined && !live?.canaries[name] ? isPromoted(live, name, version)',
  },
  {
    id: 'link-to-a-log-works-again-and-again',
    file: 'packages/development/dev-backend/src/staff/downloads/download-links.ts',
    find: '    this.#links.delete(token);\n',
    replace: '',
  },
  {
    id: 'shares-grow-together-by-different-plans',
    file: 'packages/releases/watcher/src/staged-plans.ts',
    find: "plan?.state === 'raises' && plan.text === canary.plan?.text",
    replace: "plan?.state === 'raises'",
  },
  {
    id: 'policy-refuses-the-pictures-in-style-sheets',
    file: 'packages/delivery/web-server/src/pages/page-markup.ts',
    find: `["img-src 'self' data:", ...files]`,
    replace: `["img-src 'self'", ...files]`,
    specs: ['frame'],
  },
  {
    id: 'failed-sharing-has-a-letter-a-line-on-phones',
    file: 'mfe-hubs/src/features/hubs/hub-card.css',
    find: '    .hub > tr:first-child > td:has(> :is(.hub__failed, .hub__hint)) {\n      flex-basis: 100%;\n    }\n',
    replace: '',
    specs: ['hubs'],
  },
  {
    id: 'headers-out-of-sight-take-the-focus',
    file: 'packages/portal/ui/src/styles/table.css',
    find: '      visibility: hidden; /* out of sight it must not take the focus */\n',
    replace: '',
    specs: ['hubs'],
  },
  {
    id: 'focus-moves-under-the-bar-of-the-list',
    file: 'mfe-hubs/src/features/hubs/list-toolbar.tsx',
    find: 'const covered = bottom + DISTANCE_PX - target',
    replace: 'const covered = DISTANCE_PX - target',
    specs: ['hubs'],
  },
  {
    id: 'back-stops-where-a-growing-page-ended',
    file: 'shell/src/layout/after-navigation.ts',
    find: 'if (Math.abs(window.scrollY - top) < 2) stop();',
    replace: 'stop();',
  },
  {
    id: 'focus-in-a-prerendered-page-is-lost',
    file: 'shell/src/routing/prerendered-page.tsx',
    find: '      if (focused) queueMicrotask(() => restoreFocus(document, focused));\n',
    replace: '',
  },
  {
    id: 'one-tab-alone-moves-to-a-release',
    file: 'shell/src/open-tab.ts',
    find: 'if (Number(sessionStorage.getItem(MOVED_TO)) >= number) return false;\n    sessionStorage.setItem',
    replace: 'if (Number(localStorage.getItem(MOVED_TO)) >= number) return false;\n    localStorage.setItem',
  },
];
