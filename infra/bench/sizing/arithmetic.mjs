// @ts-check

/**
 * The measured costs, from `nodes`, `database` and `proxies` on the machine that docs/operations.md
 * names. Replace them by your own.
 */
const MEASURED = {
  pollMs: 0.7,
  pollMsPerBuilding: 0.0013,
  connectNodeMs: 1.1,
  connectDatabaseMs: 0.33,
  notifyMs: 0.17,
  notifyMsPerNode: 0.033,
};

const TABS_A_BUILDING = 40;
const TABS_A_NODE = 5_000;
/** Each node of `ROLE=api`, and one worker in each cell. */
const CONNECTIONS = { api: 21, worker: 31 };
/** A fault domain of its own: one PostgreSQL, one Redis, and the nodes of its buildings. */
const CELL_TABS = 50_000;
/** All tabs of a killed node are back by then, because each waits for a moment of its own. */
const STORM_S = 10;
const SEED = 2_026;

/** @returns {object[]} one row for each size, with one database and with cells */
export function arithmetic() {
  const sizes = [5_000, 15_000, 50_000, 100_000, 1_000_000];
  return [
    ...sizes.map((tabs) => rowOf(tabs, tabs)),
    ...sizes.filter((tabs) => tabs > CELL_TABS).map((tabs) => rowOf(tabs, CELL_TABS)),
  ];
}

/** @param {number} tabs @param {number} cellTabs the tabs that share one PostgreSQL */
function rowOf(tabs, cellTabs) {
  const cells = Math.ceil(tabs / cellTabs);
  const nodes = Math.ceil(cellTabs / TABS_A_NODE);
  const buildings = Math.ceil(cellTabs / TABS_A_BUILDING);
  const polled = simulate(buildings, nodes);
  return {
    tabs,
    cells,
    'nodes a cell': nodes,
    'connections of a PostgreSQL': nodes * CONNECTIONS.api + CONNECTIONS.worker,
    'buildings that a node polls (simulated)': polled,
    'the same by formula': Math.round(buildings * (1 - (1 - 1 / nodes) ** TABS_A_BUILDING)),
    'cores of a PostgreSQL for polling': round(
      (nodes * (MEASURED.pollMs + polled * MEASURED.pollMsPerBuilding)) / 1_000,
    ),
    'ms of a PostgreSQL for a NOTIFY': round(
      MEASURED.notifyMs + (nodes + 1) * MEASURED.notifyMsPerNode,
    ),
    'cores of a PostgreSQL while a node’s tabs return': round(
      (TABS_A_NODE * MEASURED.connectDatabaseMs) / 1_000 / STORM_S,
    ),
    'cores of all other nodes while a node’s tabs return': round(
      (TABS_A_NODE * MEASURED.connectNodeMs) / 1_000 / STORM_S,
    ),
  };
}

/**
 * Puts each building's tabs on random nodes, as a proxy does that knows no buildings.
 * @param {number} buildings
 * @param {number} nodes
 * @returns {number} the number of buildings of which a node has at least one tab, on average
 */
function simulate(buildings, nodes) {
  const random = mulberry32(SEED);
  let sum = 0;
  for (let building = 0; building < buildings; building += 1) {
    const seen = new Set();
    for (let tab = 0; tab < TABS_A_BUILDING; tab += 1) seen.add(Math.floor(random() * nodes));
    sum += seen.size;
  }
  return Math.round(sum / nodes);
}

/** The public-domain generator of Tommy Ettinger; the same seed gives the same table. @param {number} state */
function mulberry32(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
