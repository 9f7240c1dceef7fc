/**
 * Describes errors for the log. Texts of database errors are omitted: they may contain values of
 * rows.
 */

/** Members of a PostgreSQL error that name parts of the schema, never values of rows. */
const safeMembers = ['code', 'severity', 'routine', 'schema', 'table', 'column', 'constraint']

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** A network failure has its code only in its cause. */
const codeOf = (fault: Error): string | undefined =>
  (fault as NodeJS.ErrnoException).code ?? (fault.cause as NodeJS.ErrnoException | undefined)?.code

export const describeFault = (
  fault: unknown,
  { withStack = true } = {},
): Readonly<Record<string, unknown>> => {
  if (!(fault instanceof Error)) return { error: { type: typeof fault } }
  const isOfDatabase = 'severity' in fault && 'routine' in fault
  const members = isOfDatabase
    ? Object.fromEntries(
        Object.entries(fault).filter(
          ([name, value]) => safeMembers.includes(name) && value !== undefined,
        ),
      )
    : { code: codeOf(fault), message: fault.message }
  const stack = withStack ? { stack: framesOf(fault) } : {}
  return { error: { type: fault.name, ...members, ...stack } }
}
