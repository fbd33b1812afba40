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
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  const { driverError } = error as { driverError?: { code?: unknown } };
  return driverError?.code === UNIQUE_VIOLATION;
}
