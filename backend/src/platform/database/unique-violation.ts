const UNIQUE_VIOLATION = '23505';

/**
 * Turns a unique index's refusal of a write into a result. A transaction in which that happened can
 * only be rolled back.
 * @returns false when a unique index refuses the write
 * @throws every other error of the write
 */
export async function writeUnlessDuplicate(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (stateOf(error).code === UNIQUE_VIOLATION) return false;
    throw error;
  }
}

/** @returns whether this unique index refused a write */
export function violates(error: unknown, index: string): boolean {
  const { code, constraint } = stateOf(error);
  return code === UNIQUE_VIOLATION && constraint === index;
}

function stateOf(error: unknown): { code?: unknown; constraint?: unknown } {
  return (error as { driverError?: { code?: unknown; constraint?: unknown } }).driverError ?? {};
}
