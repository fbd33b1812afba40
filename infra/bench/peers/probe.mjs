// @ts-check
/**
 * Loaded into every measured server with `--import`: answers over the IPC channel how much CPU the
 * process has used and how much memory it holds after a garbage collection.
 */
process.on('message', (message) => {
  if (message !== 'measure') return;
  /** @type {{ gc?: () => void }} */ (globalThis).gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ measured: { cpuMs: (user + system) / 1000, bytes: heapUsed + external } });
});
process.channel?.unref();
