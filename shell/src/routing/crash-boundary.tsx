import type { ErrorInfo, ReactNode } from 'react';
import { Component } from 'react';

interface CrashBoundaryProps {
  readonly children: ReactNode;
  readonly path: string;
  readonly onCrash: (error: unknown) => void;
}

/** Keeps a page that throws from taking the rest of the portal with it. */
export class CrashBoundary extends Component<CrashBoundaryProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { readonly crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`The page ${this.props.path} crashed.`, error, info.componentStack);
    this.props.onCrash(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
