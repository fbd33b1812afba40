/** Both in one file, so that the list of all pages names them as one. */
export { default as About } from './about.js';
export { default as Careers } from './careers.js';
