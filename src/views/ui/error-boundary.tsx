import { Component, type ReactNode } from 'react';
import { InternalServerError, PageNotFound, PageUnreachable } from './page-error.tsx';

interface Props {
  children: ReactNode;
  /** A change of this, such as the path, gives the screens below another chance. */
  resetKey: string;
}

/** What browsers and the bundler say of a part of the application that cannot be fetched. */
const UNREACHABLE = /dynamically imported module|module script failed|preload CSS/i;

/** Specification, sections 2 and 8. */
const BOT = /bot|crawl|spider|slurp|preview/i;

/** The last net: whatever a screen throws ends on a page of its own. Search robots are shown nothing. */
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

/** Of an error that was thrown on purpose: whoever throws one knows what happened. */
function statusOf(error: unknown): unknown {
  return (error as { status?: unknown } | null)?.status;
}
