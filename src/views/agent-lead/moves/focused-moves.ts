/** Menus load shortly after the rows; a key pressed early waits this many frames for them. */
const FRAMES = 60;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Opens the menu of the focused row or card. */
export async function openFocusedMoves(): Promise<void> {
  const owner = document.activeElement?.closest('[data-row], [data-card]');
  const button = () => owner?.querySelector<HTMLElement>('[data-moves] button');
  for (let frame = 0; frame < FRAMES && owner?.isConnected && !button(); frame += 1) await nextFrame();
  button()?.click();
}
