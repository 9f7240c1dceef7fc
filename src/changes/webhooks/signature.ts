/** Signatures of webhooks as in Standard Webhooks (https://www.standardwebhooks.com). */
import { createHmac } from 'node:crypto'
import type { Message } from './webhook.js'

/** One signature for each key, so that receivers may verify with the old key or the new one. */
export const signatureHeaders = (
  { id, body }: Message,
  keys: readonly Buffer[],
  now: Date,
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
    return `v1,${digest}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
