export { Button, type ButtonProps, ButtonLink, type ButtonLinkProps } from './button.tsx';
export { Card, type CardProps, EmptyCard, type EmptyCardProps, FailureCard, type FailureCardProps } from './card.tsx';
export { DelayedFallback, type DelayedFallbackProps, SPINNER_DELAY_MS } from './delayed-fallback.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { Entries, type Entry } from './entries.tsx';
export { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx';
export {
  SearchField,
  type SearchFieldProps,
  SelectField,
  type SelectFieldProps,
  TextField,
  type TextFieldProps,
} from './fields.tsx';
export { focusIfLost, useFocusAfterRetry } from './focus.ts';
export {
  DocumentOriginsProvider,
  type DocumentView,
  DocumentViewProvider,
  FeaturesProvider,
  type LazyImport,
  LazyImportProvider,
  type OutwardLinks,
  OutwardLinksProvider,
  useDocumentOrigins,
  useDocumentView,
  useFeature,
  useLazyImport,
  useOutwardLinks,
} from './from-shell.ts';
export { Icon, type IconName, type IconProps, Spinner, type SpinnerProps } from './icon.tsx';
export { isPress } from './keys.ts';
export {
  Badge,
  type BadgeProps,
  DeviceLabel,
  type DeviceLabelProps,
  RoleLabel,
  type RoleLabelProps,
} from './labels.tsx';
export { Message, type MessageProps } from './message.tsx';
export { notify, raisedNotices, type Notice } from './notice-bus.ts';
export { Notices, type NoticesProps } from './notices.tsx';
export {
  MessagePage,
  type MessagePageProps,
  PageBody,
  type PageBodyProps,
  PageHead,
  type PageHeadProps,
  Section,
  type SectionProps,
  Sections,
} from './page.tsx';
export { type RouteDrawingName } from './route-drawing.tsx';
/** What remotes may use of the router. Guards and routes belong to the shell. */
export { Link, Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
export {
  Skeleton,
  type SkeletonKind,
  type SkeletonProps,
  TableSkeleton,
  type TableSkeletonProps,
  TextSkeleton,
} from './skeleton.tsx';
export { Switch, type SwitchProps } from './switch.tsx';
export {
  Cell,
  type CellProps,
  type Column,
  type ColumnSort,
  Row,
  RowGroup,
  type RowGroupProps,
  RowHeader,
  Table,
  type TableProps,
} from './table.tsx';
export {
  discardUnsavedInput,
  hasUnsavedInput,
  holdUnsavedInput,
  useHasUnsavedInput,
  useUnsavedInput,
} from './unsaved-input.ts';
export { type Loadable, type LoadOptions, useLoad } from './use-load.ts';
export { useOnce } from './use-once.ts';
export { usePrinting } from './use-printing.ts';
