/** What the types of the components promise to remotes: the type checker fails if an expected error does not occur. */
import type { ButtonLinkProps, ButtonProps, FailureCardProps, Loadable, OutwardLinks } from './index.ts';
import { notify } from './index.ts';

export const button = { variant: 'danger', busy: true } satisfies ButtonProps;
// @ts-expect-error There are only these looks.
export const oddButton = { variant: 'loud' } satisfies ButtonProps;
// @ts-expect-error A link leads into the portal or out of it, not both.
export const twoWays: ButtonLinkProps = { children: '', to: '/faq', href: 'https://help.example.com' };

export const valueOf = (state: Loadable<string>) => (state.status === 'loaded' ? state.value : undefined);
// @ts-expect-error There is no value before it is loaded.
export type EarlyValue = Loadable<string>['value'];

// @ts-expect-error A link that is not configured does not exist.
export const forum = (links: OutwardLinks) => links.kitForum satisfies string;
// @ts-expect-error A notice has a kind.
export const kindless = () => notify({ text: 'Saved' });
// @ts-expect-error A failure can be tried again.
export const stuck: FailureCardProps = {};
