/** The scope of the service worker, which TypeScript's library types as that of any worker. */
export const worker = self as unknown as ServiceWorkerGlobalScope;
