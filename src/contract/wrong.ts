/** Errors of a contract as types, so that the compiler reports each at its place. */

/**
 * No value is of this type: the compiler shows the message in its place. An object, because a text
 * would collapse with the literal that was written, and the message would be lost.
 */
export interface Wrong<Message extends string> {
  readonly wrong: Message
}

/** The members of `Given` that `Allowed` lacks, each reported. */
export type NoOthers<Given, Allowed> = {
  readonly [Name in Exclude<keyof Given, keyof Allowed>]: Wrong<`no such member: ${Name & string}`>
}

/**
 * Infers `Given` only from members that `Allowed` has, so that the compiler reports all other
 * members of an object literal and suggests their right names. Does not require any member.
 */
export type Only<Given, Allowed> = { readonly [Name in keyof Given & keyof Allowed]?: Given[Name] }
