/** The sample service on a separate database. */
import { createTestService, type TestService } from 'corollary/testing'
import people from '../../examples/people/app.js'
import { type FreshDatabase, startedManyPeopleDatabase } from './database.js'

export interface PeopleService extends TestService {
  readonly database: FreshDatabase
}

export const startPeople = async (
  settings: Readonly<Record<string, unknown>> = {},
  now?: () => Date,
): Promise<PeopleService> => {
  const database = await startedManyPeopleDatabase()
  const service = await createTestService({
    resources: people.resources,
    connection: database.connection,
    settings,
    ...(now ? { now } : {}),
  })
  return {
    ...service,
    database,
    close: async () => {
      await service.close()
      await database.close()
    },
  }
}
