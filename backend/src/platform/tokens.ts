/** Injection tokens for values that have no class. */
export const CONFIG = Symbol('config');
export const LOGGER = Symbol('logger');
/** The queue of each job. */
export const QUEUE_OF = Symbol('queue of each job');
/** The name of the frontend's build that this node serves. */
export const BUILD = Symbol('build');
/** The id of this node in the table `nodes` and on its log lines. */
export const NODE_ID = Symbol('id of this node');
/** TypeORM's source of the connections that are reserved for presses and other changes to alarms. */
export const PRESS_DATABASE = Symbol('stream database');
/** The one Socket.IO server of this node. */
export const IO = Symbol('socket.io server');
/** The data source with the connections that are reserved for the pump. */
export const PUMP_DATABASE = Symbol('pump database');
