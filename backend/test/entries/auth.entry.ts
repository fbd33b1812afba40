import { loadSpecs } from './load-specs.js';

loadSpecs('auth');
