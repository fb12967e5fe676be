/** The menus come a moment after the rows; a quick key waits for them this many frames. */
const FRAMES = 60;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Opens the menu of the row or card that has the focus. */
export async function openFocusedMoves(): Promise<void> {
  const owner = document.activeElement?.closest('[data-row], [data-card]');
  const button = () => owner?.querySelector<HTMLElement>('[data-moves] button');
  for (let frame = 0; frame < FRAMES && owner?.isConnected && !button(); frame += 1) await nextFrame();
  button()?.click();
}
