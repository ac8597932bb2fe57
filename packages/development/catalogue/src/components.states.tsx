import {
  Badge,
  Button,
  ButtonLink,
  Card,
  Cell,
  DeviceLabel,
  Dialog,
  EmptyCard,
  Entries,
  ErrorSummary,
  FailureCard,
  Icon,
  Message,
  MessagePage,
  notify,
  PageBody,
  PageHead,
  RoleLabel,
  Row,
  RowGroup,
  RowHeader,
  SearchField,
  Section,
  Sections,
  SelectField,
  Skeleton,
  Spinner,
  Switch,
  Table,
  TableSkeleton,
  TextField,
  TextSkeleton,
} from '@portal/ui';
import type { ReactNode } from 'react';
import type { State, States } from './state.tsx';

/** Components are shown in the body of a page, with sample texts in English: texts come from who uses them. */
const inPage = (...children: readonly ReactNode[]): State => ({
  Page: () => (
    <PageBody stacked>
      {children.map((child, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- they never move
        <div key={index}>{child}</div>
      ))}
    </PageBody>
  ),
  account: null,
});

const ignore = () => undefined;
const VARIANTS = ['secondary', 'primary', 'quiet', 'danger', 'danger-quiet'] as const;
const SIZES = ['small', 'medium', 'large'] as const;
const MESSAGES = ['info', 'success', 'warning', 'error'] as const;
const BADGES = ['neutral', 'good', 'warn', 'bad', 'signal'] as const;
const ROLES = ['owner', 'guest'] as const;
const OPTIONS = ['Germany', 'Sweden'].map((text) => ({ value: text, text }));
const RETRY = { retryText: 'Try again', retryingText: 'Trying again…', onRetry: ignore };
const COLUMNS = [
  { name: 'Serial number', sort: { direction: 'ascending', label: 'Sort by: Serial number', onSort: ignore } },
  { name: 'Role', sort: { direction: undefined, label: 'Sort by: Role', onSort: ignore } },
] as const;

const raise = (kind: 'success' | 'error'): State => ({
  ...inPage(<Button onClick={() => notify({ kind, text: 'Your changes were saved.' })}>Raise a notice</Button>),
  act: async ({ click, see }) => {
    await click('button');
    await see('.notice');
  },
});

const SKELETONS = ['table', 'form', 'task', 'document', 'message', 'sign-in'] as const;
const skeletons = Object.fromEntries(
  SKELETONS.map((kind) => [
    `skeleton-${kind}`,
    { account: null, Page: () => <Skeleton kind={kind} label="Loading…" /> },
  ]),
);

export const states = {
  button: inPage(
    ...VARIANTS.map((variant) => (
      <p key={variant} className="cluster">
        <Button variant={variant}>{variant}</Button>
        <Button variant={variant} icon="download">
          with an icon
        </Button>
        <Button variant={variant} disabled>
          disabled
        </Button>
        <Button variant={variant} busy>
          busy
        </Button>
      </p>
    )),
    ...SIZES.map((size) => (
      <Button key={size} size={size}>
        {size}
      </Button>
    )),
    <Button wide>wide</Button>,
  ),
  'button-link': inPage(
    ...VARIANTS.map((variant) => (
      <ButtonLink key={variant} variant={variant} to="/settings">
        {variant}
      </ButtonLink>
    )),
    <ButtonLink href="https://example.com/" busy>
      busy
    </ButtonLink>,
  ),
  card: inPage(
    <Card>
      <p>A card</p>
    </Card>,
    <EmptyCard heading="No hub here yet" text="Activate one in the app." action={<Button>Refresh</Button>} />,
    <FailureCard heading="It could not be loaded" text="Please try again." retrying={false} {...RETRY} />,
    <FailureCard heading="It could not be loaded" text="Please try again." retrying {...RETRY} />,
  ),
  message: inPage(
    ...MESSAGES.map((kind) => (
      <Message key={kind} kind={kind} title={kind} actions={<Button size="small">Do something</Button>}>
        What it means.
      </Message>
    )),
  ),
  labels: inPage(
    ...BADGES.map((kind) => (
      <Badge key={kind} kind={kind}>
        {kind}
      </Badge>
    )),
    ...ROLES.map((role) => <RoleLabel key={role} role={role} text={role} />),
    <DeviceLabel icon="hub">0041208731</DeviceLabel>,
  ),
  fields: inPage(
    <TextField label="First name" hint="As on your passport" defaultValue="Olivia" />,
    <TextField label="Last name" optional="optional" />,
    <TextField label="Email address" error="This email address is invalid" defaultValue="olivia" />,
    <TextField label="Locked" disabled defaultValue="Olivia" />,
    <SelectField label="Country" options={OPTIONS} value="Sweden" onChange={ignore} />,
    <SelectField label="Country" options={OPTIONS} value="Sweden" error="Not there" onChange={ignore} />,
    <SearchField label="Search" clearLabel="Clear the search" placeholder="Number" value="0041" onChange={ignore} />,
  ),
  switch: inPage(
    <Switch label="Share the first hub" checked stateText="On" onChange={ignore} />,
    <Switch label="Share the second hub" checked={false} stateText="Off" onChange={ignore} />,
    <Switch label="Share the third hub" checked={false} busy stateText="Changing…" onChange={ignore} />,
  ),
  'error-summary': inPage(
    <ErrorSummary heading="It was not changed" errors={[{ id: 'name', text: 'Please enter a name.' }]} />,
    <TextField id="name" label="Name" error="Please enter a name." />,
  ),
  entries: inPage(<Entries entries={[{ name: 'Serial number', value: '0041208731' }]} />),
  table: inPage(
    <Table label="Hubs" columns={COLUMNS}>
      <RowGroup>
        <Row>
          <RowHeader>0041208731</RowHeader>
          <Cell label="Role">Owner</Cell>
        </Row>
      </RowGroup>
    </Table>,
  ),
  waiting: inPage(<Spinner />, <TextSkeleton />, <TableSkeleton />),
  icon: inPage(<Icon name="warning" />, <Icon name="warning" small />),
  dialog: inPage(
    <Dialog heading="Release the hub?" actions={<Button>Cancel</Button>} onCancel={ignore}>
      <p>It leaves your account.</p>
    </Dialog>,
  ),
  'notice-of-success': raise('success'),
  'notice-of-failure': raise('error'),
  page: {
    account: null,
    Page: () => (
      <>
        <PageHead title="Title" lead="What the page is for." back={{ to: '/', text: 'Back' }} />
        <PageBody>
          <Sections>
            <Section id="first" heading="Section" text="What it is about.">
              <p>Content</p>
            </Section>
          </Sections>
        </PageBody>
      </>
    ),
  },
  ...skeletons,
  'message-page': {
    account: null,
    Page: () => (
      <MessagePage title="You have arrived" drawing="arrived" actions={<Button>Carry on</Button>}>
        <p>That is all.</p>
      </MessagePage>
    ),
  },
} satisfies States;
