import { later } from '../ui/later.js'

/** The filter panel, whose code is loaded when it is opened first. */
export const FilterPanel = later(async () => (await import('./filter-panel.js')).FilterPanel)
