import type { KeyboardEvent } from 'react';

/** Ctrl+Enter or ⌘+Enter, unless an inner element has already acted on it. */
export const isSubmitKey = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.defaultPrevented;
