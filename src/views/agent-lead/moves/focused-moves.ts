/** Opens the menu of the row or card that has the focus. */
export function openFocusedMoves(): void {
  document.activeElement?.closest('[data-row], [data-card]')?.querySelector<HTMLElement>('[data-moves] button')?.click();
}
