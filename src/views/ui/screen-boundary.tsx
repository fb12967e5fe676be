import { ErrorBoundary, UNREACHABLE } from './error-boundary.tsx';
import { FailedState } from './failed-state.tsx';
import { reload, unreachableTitle } from './page-error.tsx';

/** Shows a screen whose code could not be loaded inside its portal: the other screens may already be here. */
export class ScreenBoundary extends ErrorBoundary {
  override render() {
    const { error, failed } = this.state;
    if (!failed) return this.props.children;
    if (UNREACHABLE.test(String(error))) return <FailedState title={unreachableTitle()} onRetry={reload} />;
    throw error;
  }
}
