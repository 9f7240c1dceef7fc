/** The face of the conformance kit. */
export { type ConformOptions, conform } from './conform.js'
export { formatReport, type Report, type Result, type Score } from './report.js'
export { type Area, areas, NotJudged } from './verdicts.js'
