import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes one direction of the imports between the folders of one folder.
 * @param {string} root the repository
 * @param {string} path the folder, below the root
 * @param {(string | string[])[]} order each may import those left of it; those of an inner list do
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

/** A folder or a file that has no place could import anything, so it stops the check. */
function requirePlaces(path, found, known) {
  const unplaced = found.filter((name) => !known.includes(name));
  if (unplaced.length > 0) {
    throw new Error(`${path}: give ${unplaced.join(', ')} a place in infra/lint/walls.js`);
  }
}
