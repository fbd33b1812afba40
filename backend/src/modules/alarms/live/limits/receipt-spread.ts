/** At 0.07 ms each, the receipts of so many tabs delay a press by less than 20 ms. */
const TABS_AT_ONCE = 250;
/** Receipts then take less than a fifth of the node's time. */
const PER_TAB_MS = 0.4;
/** With a batch's 250 ms and the reach's 500 ms, the sender sees a receipt within three seconds. */
const LONGEST_MS = 2_000;

/**
 * @param tabs the building's tabs on this node
 * @returns the time over which they spread their receipts; nothing to send them at once
 */
export function receiptSpread(tabs: number): { receiptsWithinMs?: number } {
  if (tabs <= TABS_AT_ONCE) return {};
  return { receiptsWithinMs: Math.min(Math.round(tabs * PER_TAB_MS), LONGEST_MS) };
}
