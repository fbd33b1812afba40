/** Injection tokens for what is a value and no class. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
/** Which queue each job runs in. */
export const QUEUE_OF = Symbol('queue of each job');
/** The name of the frontend's build that this node serves. */
export const BUILD = Symbol('build');
