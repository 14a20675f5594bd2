// The package's own exports, each in a module of its own, so that bundlers can leave out the rest

export { BloomError } from './error.js';
export { Filter } from './filter.js';
