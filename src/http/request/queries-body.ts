/** Reads the body of `POST /queries`. */
import { AppError, problem } from '../../foundation/errors/app-error.js'
import { createObjectReader } from '../../model/kinds/object-reader.js'
import { QueriesBody, type Query } from '../../wire/queries.js'

const readMembers = createObjectReader(QueriesBody)

/**
 * @param limit the maximum number of queries
 * @throws AppError REQUEST_PAYLOAD_INVALID, LIMIT_EXCEEDED
 */
export const readQueries = (sent: unknown, limit: number): readonly Query[] => {
  const { queries } = readMembers(sent)
  if (!queries) throw new AppError(problem('queriesMissing'))
  if (queries.length > limit) {
    throw new AppError(problem('tooManyQueries', { limit, count: queries.length }))
  }
  const names = queries.map(({ name }) => name)
  const repeated = [...names.entries()].filter(([index, name]) => names.indexOf(name) < index)
  if (repeated.length > 0) {
    throw new AppError(
      repeated.map(([index, name]) =>
        problem('queryNameRepeated', { name, target: `queries.${index}.name` }),
      ),
    )
  }
  return queries as readonly Query[]
}
