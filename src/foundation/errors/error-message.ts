/** The form of a message in the error catalogue, and its parameters. */
import type { PlaceholdersOf, TextValue } from '../text/placeholders.js'
import type { ErrorCode } from './error-codes.js'

export interface ErrorMessage {
  readonly code: ErrorCode
  /** English. `{limit}` is replaced by the parameter `limit`. */
  readonly text: string
  /**
   * Dotted path of the wrong member. It may contain placeholders, and is left out if one of them
   * has no value.
   */
  readonly target?: string
  /**
   * Distinguishes errors of one code, for clients that offer a remedy. The response has it as
   * `properties.reason`.
   */
  readonly reason?: string
  /** Names of parameters that the response repeats as `properties`. */
  readonly properties?: readonly string[]
}

export type TextParameters<Text extends string> = {
  readonly [Name in PlaceholdersOf<Text>]: TextValue
}

type TargetParameters<Message> = Message extends { readonly target: infer Target extends string }
  ? { readonly [Name in PlaceholdersOf<Target>]: string | undefined }
  : unknown

type PropertyParameters<Message> = Message extends {
  readonly properties: readonly (infer Name extends string)[]
}
  ? { readonly [Key in Name]: unknown }
  : unknown

/** What a message needs: its placeholders and its properties. */
export type MessageParameters<Message extends ErrorMessage> = TextParameters<Message['text']> &
  TargetParameters<Message> &
  PropertyParameters<Message>

/** Messages without parameters have no argument. */
export type ArgumentsFor<Parameters> = keyof Parameters extends never ? [] : [Parameters]
