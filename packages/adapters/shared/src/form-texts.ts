/** Texts of forms that do not come from the service, which has those of the contract. */
import type { ClientErrorCode, CorollaryError } from 'corollary/client'

export interface FormTexts {
  /** Of the button that removes one of several chosen options. */
  readonly removeOption: (label: string) => string
  /** Of the button that reads the next page of options. */
  readonly moreOptions: string
  readonly noOptions: string
  readonly loading: string
  /** The options depend on another field, which has no value yet. */
  readonly chooseFirst: (label: string) => string
  /** The options are found by a text of at least so many characters. */
  readonly searchTooShort: (minLength: number) => string
  /** A field that has no message of the contract for it. */
  readonly required: (label: string) => string
  readonly outOfRange: (label: string) => string
  /** A request has no response of the service. */
  readonly noResponse: string
}

export const englishTexts: FormTexts = {
  removeOption: (label) => `Remove ${label}`,
  moreOptions: 'More options',
  noOptions: 'No options.',
  loading: 'Loading…',
  chooseFirst: (label) => `Choose '${label}' first.`,
  searchTooShort: (minLength) => `Enter at least ${minLength} characters.`,
  required: (label) => `${label} is required.`,
  outOfRange: (label) => `${label} is out of range.`,
  noResponse: 'The service does not respond. Try again later.',
}

export interface FormOptions {
  /** Texts in the language of the page. Default: English, also for those that are left out. */
  readonly texts?: Partial<FormTexts>
}

const codesWithoutResponse: ReadonlySet<unknown> = new Set<ClientErrorCode>([
  ...(['NETWORK_ERROR', 'TIMED_OUT', 'INVALID_RESPONSE'] as const),
])

/** What a failed request says: the service in the language of the request, else the page. */
export const failureText = (error: Error, texts: FormTexts): string =>
  codesWithoutResponse.has((error as Partial<CorollaryError>).code)
    ? texts.noResponse
    : error.message
