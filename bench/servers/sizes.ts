/** The service for `sizes.ts`: the sample company, with pages that are not counted. */
import { BETWEEN, createServer, EQUAL } from 'corollary'
import people from '../../examples/people/app.js'
import { people as schema } from '../../examples/people/schema.js'
import { databaseUrl, serve } from '../messages.js'

const uncounted = schema.resource('payslips', {
  key: 'bench.payslips',
  count: 'none',
  response: { id: '.', period: '.', net: '.', employeeName: 'employee.fullName' },
  filter: { departmentId: EQUAL('department.id'), netBetween: BETWEEN('net') },
  defaultSort: ['-period'],
})

serve(async ({ connection }) => {
  const application = { ...people, resources: [...people.resources, uncounted] }
  const server = await createServer(application, {
    environment: {
      DATABASE_URL: databaseUrl(connection!),
      PLATFORM_HTTP_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_DATABASE_STATEMENT_TIMEOUT_MS: '600000',
    },
  })
  return { url: server.url, close: () => server.close() }
})
