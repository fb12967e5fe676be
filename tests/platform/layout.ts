import type { Page } from '@playwright/test';

/** Waits until slides and fades have ended. A motion starts with the frame after the change that causes it. */
export async function motionsEnded(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(ending.map(({ finished }) => finished.catch(() => {})));
  });
}

/**
 * What cannot be read on the page in its current state: text that is cut off without an ellipsis or a way to scroll to
 * it, and words that are broken in two in tables, lists of facts, and contracts. Also reports whether the page scrolls
 * sideways.
 */
export async function layoutProblemsOf(page: Page): Promise<string[]> {
  await motionsEnded(page);
  return await page.evaluate(() => {
    const found = new Set<string>();
    const isInSight = remember((element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect();
      const style = getComputedStyle(element);
      // For screen readers only: a box of one pixel.
      if (style.display !== 'contents' && width <= 1 && height <= 1) return false;
      if (style.clipPath.startsWith('inset(50%')) return false;
      // A closed menu, or an element that exists only for a motion.
      if (style.opacity === '0' || element.getAttribute('aria-hidden') === 'true' || element.hasAttribute('inert'))
        return false;
      return element.parentElement === null || isInSight(element.parentElement);
    });
    const frameOf = remember((element: Element) => {
      const { overflowX, display, textOverflow, position } = getComputedStyle(element);
      return {
        isFree: overflowX === 'visible' || display === 'inline' || display === 'contents',
        isScrolled: overflowX === 'auto' || overflowX === 'scroll',
        hasEllipsis: textOverflow === 'ellipsis',
        isFixed: position === 'fixed',
        edge: element.getBoundingClientRect(),
      };
    });
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.add(`scrolls sideways: ${scrollWidth} px in ${clientWidth} px`);

    const shorten = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, 60);
    const words = /^[\p{L}’']{2,24}[.,:;]?$/u;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement!;
      const text = node.textContent ?? '';
      // A map is clipped by its frame on purpose.
      if (text.trim() === '' || parent.closest('svg') || !isShown(parent)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0 || box.height === 0) continue;
      const cut = cutBy(parent, box);
      if (cut) found.add(`cut off: "${shorten(text)}" by ${cut}`);
      if (!parent.closest('table, [role=table], dl, .agreement')) continue;
      for (const match of text.matchAll(/\S+/g)) {
        if (!words.test(match[0])) continue;
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const lines = new Set(
          [...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)),
        );
        if (lines.size > 1) found.add(`broken word: "${match[0]}" in "${shorten(text)}"`);
      }
    }
    return [...found];

    /** Cached, since every text asks about the same few hundred elements. */
    function remember<T>(ask: (element: Element) => T): (element: Element) => T {
      const known = new Map<Element, T>();
      return (element) => {
        if (!known.has(element)) known.set(element, ask(element));
        return known.get(element)!;
      };
    }

    function isShown(element: Element): boolean {
      return isInSight(element) && element.checkVisibility({ visibilityProperty: true });
    }

    /** The element that hides a part of this box permanently; null if everything is visible or can be scrolled to. */
    function cutBy(element: Element, box: DOMRect): string | null {
      for (let one: Element | null = element; one; one = one.parentElement) {
        const { isFree, isScrolled, hasEllipsis, isFixed, edge } = frameOf(one);
        if (!isFree) {
          if (isScrolled) return null;
          if (box.right > edge.right + 1 || box.left < edge.left - 1)
            return hasEllipsis
              ? null
              : `<${one.tagName.toLowerCase()} class="${one.className.toString().slice(0, 60)}">`;
        }
        if (isFixed) break;
      }
      return box.right > innerWidth + 1 || box.left < -1 ? 'the edge of the window' : null;
    }
  });
}
