import type { CSSProperties } from 'react';

/**
 * For content that scrolls sideways: a shadow at the right while there is more. The white end scrolls along and covers
 * it. An inline style, so that the first page's stylesheet does not need it.
 */
export const SCROLL_CUE: CSSProperties = {
  background:
    'linear-gradient(to left, #fff 40%, transparent) local 100% / 40px no-repeat, linear-gradient(to left, #0003, transparent) 100% / 12px no-repeat',
};
