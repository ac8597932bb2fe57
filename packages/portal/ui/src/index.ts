export { Button, type ButtonProps, ButtonLink, type ButtonLinkProps } from './button.tsx';
export { Card, EmptyCard, FailureCard, type FailureCardProps } from './card.tsx';
export { DelayedFallback, SPINNER_DELAY_MS } from './delayed-fallback.tsx';
export { Dialog } from './dialog.tsx';
export { Entries } from './entries.tsx';
export { ErrorSummary } from './error-summary.tsx';
export { SearchField, SelectField, type SelectFieldProps, TextField, type TextFieldProps } from './fields.tsx';
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
export { Icon, type IconName, Spinner } from './icon.tsx';
export { isPress } from './keys.ts';
export { Badge, DeviceLabel, RoleLabel } from './labels.tsx';
export { Message } from './message.tsx';
export { notify, raisedNotices } from './notice-bus.ts';
export { Notices } from './notices.tsx';
export { MessagePage, PageBody, PageHead, type PageHeadProps, Section, Sections } from './page.tsx';
export { type RouteDrawingName } from './route-drawing.tsx';
/** What remotes may use of the router. Guards and routes belong to the shell. */
export { Link, Outlet, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
export { Skeleton, TableSkeleton, TextSkeleton } from './skeleton.tsx';
export { Switch } from './switch.tsx';
export { Cell, type Column, Row, RowGroup, RowHeader, Table } from './table.tsx';
export {
  discardUnsavedInput,
  hasUnsavedInput,
  holdUnsavedInput,
  useHasUnsavedInput,
  useUnsavedInput,
} from './unsaved-input.ts';
export { type Loadable, useLoad } from './use-load.ts';
export { useOnce } from './use-once.ts';
export { usePrinting } from './use-printing.ts';
