// @ts-check
/**
 * Shifts a node's time of day by `RESQ_CLOCK_SHIFT_MS`, or later by a message with `clockShiftMs`. The
 * fault tests preload this file into nodes.
 */
let shiftMs = 0;
const Real = Date;

/** @param {number} ms */
function shift(ms) {
  shiftMs = ms;
  globalThis.Date = ms === 0 ? Real : Shifted;
}

const Shifted = /** @type {DateConstructor} */ (
  /** @type {unknown} */ (
    class extends Real {
      /** @param {[]} args */
      constructor(...args) {
        if (args.length === 0) super(Real.now() + shiftMs);
        else super(...args);
      }

      /** @override */
      static now() {
        return Real.now() + shiftMs;
      }
    }
  )
);

shift(Number(process.env.RESQ_CLOCK_SHIFT_MS ?? 0));

// `fault-switches.mjs` answers each message and keeps the channel from holding the process.
process.on('message', (/** @type {{ clockShiftMs?: number }} */ asked) => {
  if (asked.clockShiftMs !== undefined) shift(asked.clockShiftMs);
});
