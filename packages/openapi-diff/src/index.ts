/** The face of the package: compares two API descriptions and finds breaking changes. */
export { type Change, formatChanges, formatMarkdown } from './compare-changes.js'
export { type CompareOptions, compareDocuments } from './compare-documents.js'
export type { JsonObject } from './json.js'
