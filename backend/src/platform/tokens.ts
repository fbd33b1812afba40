/** Injection tokens for what is a value and no class. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
