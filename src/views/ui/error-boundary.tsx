import { Component, type ReactNode } from 'react';
import { InternalServerError, PageNotFound, PageUnreachable } from './page-error.tsx';

interface Props {
  children: ReactNode;
  /** When this changes, for example the path, the screens below are rendered again. */
  resetKey: string;
}

/** How browsers and the bundler report that part of the application could not be loaded. */
export const UNREACHABLE = /dynamically imported module|module script failed|preload CSS/i;

/** Specification, sections 2 and 8. */
const BOT = /bot|crawl|spider|slurp|preview/i;

/** The last resort: any error a screen throws leads to an error page. Search bots are shown nothing. */
export class ErrorBoundary extends Component<Props, { error: unknown; failed: boolean }> {
  override state = { error: null, failed: false };

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.reset();
  }

  reset = () => this.setState({ error: null, failed: false });

  override render() {
    if (!this.state.failed) return this.props.children;
    if (BOT.test(navigator.userAgent)) return null;
    if (UNREACHABLE.test(String(this.state.error))) return <PageUnreachable />;
    return statusOf(this.state.error) === 404 ? (
      <PageNotFound title="Page Not Found" />
    ) : (
      <InternalServerError onRetry={this.reset} />
    );
  }
}

/** The status of an error that was thrown deliberately. */
function statusOf(error: unknown): unknown {
  return (error as { status?: unknown } | null)?.status;
}
