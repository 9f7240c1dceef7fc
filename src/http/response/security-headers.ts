/** Headers that limit what browsers do with responses. */
import type { Settings } from '../../foundation/settings/settings.js'

export type FixedHeaders = Readonly<Record<string, string>>

/**
 * Of every response. `Cross-Origin-Resource-Policy` keeps other sites from embedding it as an
 * image or a script; requests under CORS, and downloads that a link starts, are not affected.
 */
export const securityHeaders = (settings: Settings): FixedHeaders => {
  const maxAge = settings['platform.http.hsts-max-age-seconds']
  return {
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(maxAge === 0 ? {} : { 'Strict-Transport-Security': `max-age=${maxAge}` }),
  }
}

/** Of an HTML page of the platform. `policy` allows what its content needs. */
export const pageHeaders = (...policy: readonly string[]): FixedHeaders => ({
  'Content-Security-Policy': [
    "default-src 'none'",
    ...policy,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
})
