/**
 * Describes errors for the log. Texts of database errors are omitted if they may contain values of
 * rows.
 */
import { defined } from '../json/defined.js'

/** Members of a PostgreSQL error that name parts of the schema, never values of rows. */
const safeMembers = ['code', 'severity', 'routine', 'schema', 'table', 'column', 'constraint']

const functionLine = /^(PL\/\w+ function .+ line \d+ at [\w ]+|SQL function "[^"]+" .*\d+)$/

/**
 * The functions that were running, such as `PL/pgSQL function check_stock() line 3 at RAISE`. Other
 * lines of the context contain SQL with values, or rows.
 */
const functionsOf = (error: Error): readonly string[] | undefined => {
  const { where } = error as { where?: string }
  const lines = where?.split('\n').filter((line) => functionLine.test(line)) ?? []
  return lines.length === 0 ? undefined : lines
}

const framesOf = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')

/** A network failure has its code only in its cause. */
const codeOf = (fault: Error): string | undefined =>
  (fault as NodeJS.ErrnoException).code ?? (fault.cause as NodeJS.ErrnoException | undefined)?.code

/** A column, table, object or function does not exist. */
const isMissing = /^42(?:703|P01|704|883)$/

/**
 * The text of such an error is the name of what is missing, if it is an error of the parser: only
 * that names a position. Code inside of the database, which may raise any text, has a context.
 */
const refusalOf = (fault: Error): string | undefined => {
  const {
    code = '',
    position,
    where,
  } = fault as { code?: string; position?: string; where?: string }
  const isOfParser = position !== undefined && where === undefined
  return isOfParser && isMissing.test(code) ? fault.message : undefined
}

const databaseMembersOf = (fault: Error): Readonly<Record<string, unknown>> => {
  const safe = Object.entries(fault).filter(([name]) => safeMembers.includes(name))
  const members = { message: refusalOf(fault), functions: functionsOf(fault) }
  return defined({ ...Object.fromEntries(safe), ...members })
}

export const describeFault = (
  fault: unknown,
  { withStack = true } = {},
): Readonly<Record<string, unknown>> => {
  if (!(fault instanceof Error)) return { error: { type: typeof fault } }
  const members =
    'severity' in fault && 'routine' in fault
      ? databaseMembersOf(fault)
      : { code: codeOf(fault), message: fault.message }
  const stack = withStack ? { stack: framesOf(fault) } : {}
  return { error: { type: fault.name, ...members, ...stack } }
}
