/** The command that connects an agent to a running service. */
import { StartError } from '../../foundation/errors/start-error.js'
import { riskLimits } from '../../mcp/risk.js'
import { developmentCallerHeader, tenantHeader } from '../../wire/headers.js'
import { runBridge } from './mcp-bridge.js'
import type { Run } from './run-command.js'

export const mcpCommand: Run = async ({ options }) => {
  const token = process.env['COROLLARY_TOKEN']
  const headers = {
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(options.caller === undefined ? {} : { [developmentCallerHeader]: options.caller }),
    ...(options.tenant === undefined ? {} : { [tenantHeader]: options.tenant }),
  }
  await runBridge({
    ...{ url: readUrl(options.url), headers, riskLimit: readRiskLimit(options['max-risk']) },
    ...{ input: process.stdin, output: process.stdout, report: console.error },
  })
}

const readUrl = (sent: string | undefined): URL => {
  const url = sent !== undefined && URL.canParse(sent) ? new URL(sent) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw new StartError(
    "'mcp' needs the address of a service: corollary mcp --url https://api.example.com",
  )
}

const readRiskLimit = (sent = 'MEDIUM') => {
  const limit = riskLimits.find((each) => each === sent)
  if (limit) return limit
  throw new StartError(`--max-risk must be ${riskLimits.join(', ')}; got '${sent}'.`)
}
