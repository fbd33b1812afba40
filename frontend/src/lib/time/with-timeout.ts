/**
 * Waits for work that may never finish, but at most `ms` milliseconds.
 * @returns the work's value; undefined when it takes longer
 */
export function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout>;
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  return Promise.race([work, patience]).finally(() => clearTimeout(timer));
}
