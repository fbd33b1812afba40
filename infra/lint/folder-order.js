import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Builds the rules that let the folders of one folder import each other in one direction only.
 * @param {string} root the repository
 * @param {string} path the folder, below the root
 * @param {(string | string[])[]} order each may import those to its left; those of an inner list do
 *   not import each other
 * @param {string[]} [free] folders that production code does not import
 * @returns zones for `import-x/no-restricted-paths`
 */
export function folderOrder(root, path, order, free = []) {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  const [code, styles] = [true, false].map((isCode) =>
    entries
      .filter((entry) => (entry.isDirectory() || /\.tsx?$/.test(entry.name)) === isCode)
      .map(({ name }) => name),
  );
  requirePlaces(path, code, [...order.flat(), ...free]);
  return order.flatMap((place, index) => {
    const left = order.slice(0, index).flat();
    return [place].flat().map((folder) => ({
      target: `${path}/${folder}`,
      from: path,
      except: [folder, ...left, ...styles],
      message: `${folder} imports only ${left.join(', ') || 'itself'} from ${path}.`,
    }));
  });
}

/** Throws for a folder or a file without a place, because it could import anything. */
function requirePlaces(path, found, known) {
  const unplaced = found.filter((name) => !known.includes(name));
  if (unplaced.length > 0) {
    throw new Error(`${path}: give ${unplaced.join(', ')} a place in infra/lint/walls.js`);
  }
}
