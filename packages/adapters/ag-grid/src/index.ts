/** A resource of a Corollary service as the data of AG Grid. */
export type { ColumnOptions, GridRow } from './column-defs.js'
export type { Criteria } from './criteria.js'
export { createResourceGrid, type GridOptions, type ResourceGrid } from './grid.js'
export { GridRequestError, type Problem } from './problem.js'
