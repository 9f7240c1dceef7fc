/** Identifiers in double quotes, and literals in single quotes, in which a quote is doubled. */
const quoted = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g
/** Not a part of a name, a parameter ($1) or a reference to another plan (SubPlan 1). */
const numbers = /(?<![\w$."]|Plan )\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w"])/g
/** Lines that PostgreSQL counts or estimates: nodes, subplans, workers, compilation. */
const counted = /\(cost=|^\s*(?:InitPlan|SubPlan|Workers|JIT|Functions|Options|Rows)/

/** Hides the constants of a plan: PostgreSQL puts the values of parameters in their places. */
export const hideValues = (plan: string): string =>
  plan
    .replaceAll(quoted, (text) => (text.startsWith("'") ? "'…'" : text))
    .split('\n')
    .map((line) => (counted.test(line) ? line : line.replaceAll(numbers, '…')))
    .join('\n')
