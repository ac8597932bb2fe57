export { Badge, type BadgeProps } from './badge.tsx';
export { Button, type ButtonProps } from './button.tsx';
export { ButtonLink, type ButtonLinkProps } from './button-link.tsx';
export { Card, type CardProps } from './card.tsx';
export { Dialog, type DialogProps } from './dialog.tsx';
export { DocumentOriginsProvider, useDocumentOrigins } from './document-origins.ts';
export { EmptyCard, type EmptyCardProps } from './empty-card.tsx';
export { Entries, type Entry } from './entries.tsx';
export { ErrorSummary, type ErrorSummaryProps } from './error-summary.tsx';
export { focusIfLost, useFocusAfterRetry } from './focus.ts';
export { FailureCard, type FailureCardProps } from './failure-card.tsx';
export { Icon, type IconName, type IconProps } from './icon.tsx';
export { type LazyImport, LazyImportProvider, useLazyImport } from './lazy-import.ts';
export { type OutwardLinks, OutwardLinksProvider, useOutwardLinks } from './links.ts';
export { Message, type MessageProps } from './message.tsx';
export { notify, raisedNotices, type Notice } from './notices/notice-bus.ts';
export { Notices, type NoticesProps } from './notices/notices.tsx';
export { PageBody, type PageBodyProps } from './page-body.tsx';
export { PageHead, type PageHeadProps } from './page-head.tsx';
export { RoleLabel, type RoleLabelProps } from './role-label.tsx';
export { Link, Outlet, useLocation, useNavigate, useSearchParams } from './router.ts';
export { type RouteDrawingName } from './route-drawing.tsx';
export { SearchField, type SearchFieldProps } from './search-field.tsx';
export { SelectField, type SelectFieldProps } from './select-field.tsx';
export { Section, Sections, type SectionProps } from './sections.tsx';
export { MessagePage, type MessagePageProps } from './message-page.tsx';
export { DelayedFallback } from './skeleton/delayed-fallback.tsx';
export { Skeleton, type SkeletonKind, type SkeletonProps } from './skeleton/skeleton.tsx';
export { TableSkeleton, type TableSkeletonProps } from './skeleton/table-skeleton.tsx';
export { DeviceLabel, type DeviceLabelProps } from './device-label.tsx';
export { Switch, type SwitchProps } from './switch.tsx';
export {
  Cell,
  Row,
  RowGroup,
  RowHeader,
  Table,
  type CellProps,
  type Column,
  type ColumnSort,
  type RowGroupProps,
  type TableProps,
} from './table.tsx';
export { TextField, type TextFieldProps } from './text-field.tsx';
export {
  discardUnsavedInput,
  hasUnsavedInput,
  holdUnsavedInput,
  subscribeToUnsavedInput,
} from './unsaved/unsaved-input.ts';
export { type Loadable, type LoadOptions, useLoad } from './use-load.ts';
export { useOnce } from './use-once.ts';
export { useUnsavedInput } from './unsaved/use-unsaved-input.ts';
export { Spinner, type SpinnerProps } from './spinner.tsx';
