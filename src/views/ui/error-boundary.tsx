import { Component, type ReactNode } from 'react';
import { InternalServerError, PageNotFound } from './page-error.tsx';
import { problemOf } from './problem.ts';

interface Props {
  children: ReactNode;
  /** A change of this, such as the path, gives the screens below another chance. */
  resetKey: string;
}

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
    return problemOf(this.state.error).status === 404 ? <PageNotFound /> : <InternalServerError onRetry={this.reset} />;
  }
}
