// @ts-check
/** Shifts a node's clock by `RESQ_CLOCK_SHIFT_MS`. The fault tests preload this file into nodes. */
const shiftMs = Number(process.env.RESQ_CLOCK_SHIFT_MS ?? 0);

if (shiftMs !== 0) {
  const Real = Date;
  globalThis.Date = /** @type {DateConstructor} */ (
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
}
