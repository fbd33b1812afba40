import type { Page } from '@playwright/test';

/**
 * Records the announcements of a screen reader: the text of a live region whenever it changes, or
 * only the added text if the region is not atomic.
 * @returns a function that reads the announcements since then
 */
export async function listenIn(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const announced: string[] = ((window as unknown as { announced: string[] }).announced = []);
    const selector = '[role=status], [role=alert]';
    const last = new Map<Element, string>();
    for (const region of document.querySelectorAll(selector)) last.set(region, region.textContent);
    const announce = (region: Element, added: string) => {
      const isWhole = region.getAttribute('aria-atomic') !== 'false';
      const text = region.textContent;
      if (text === (last.get(region) ?? '')) return;
      last.set(region, text);
      const spoken = (isWhole ? text : added).replaceAll('\u00a0', ' ').trim();
      if (spoken) announced.push(spoken);
    };
    new MutationObserver((changes) => {
      const added = new Map<Element, string>();
      for (const { target, addedNodes } of changes) {
        const element = target instanceof Element ? target : target.parentElement;
        const region = element?.closest(selector);
        const nodes = [...addedNodes];
        const text = nodes.map((node) => node.textContent ?? '').join(' ');
        if (region) added.set(region, `${added.get(region) ?? ''} ${text}`);
        for (const node of nodes) {
          if (!(node instanceof Element)) continue;
          const inner = [...node.querySelectorAll(selector)];
          for (const one of node.matches(selector) ? [node, ...inner] : inner) {
            if (one.getAttribute('role') === 'alert') added.set(one, one.textContent);
            else last.set(one, one.textContent);
          }
        }
      }
      for (const [region, text] of added) announce(region, text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
}
