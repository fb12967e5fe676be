import { showWhole } from '#src/machines/amount/amounts.ts';
import { EXPORT_ROWS } from '#src/machines/file/export-rows.ts';
import type { MenuAction } from './menu-item.tsx';

/** A menu entry that downloads the list as a file. `rows` is what its rows are called. */
export const exportCsv = (href: string, rows: string): MenuAction => ({
  label: 'Export CSV',
  note: `As filtered and sorted, up to ${showWhole(EXPORT_ROWS)} ${rows}`,
  href,
  isFile: true,
});
