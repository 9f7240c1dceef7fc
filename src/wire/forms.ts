/**
 * The type of a shape, and the small schemas that shapes are made of. No names, no descriptions.
 */
import Type, { type Static, type TSchema } from 'typebox'

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T

/** The values that a schema describes, read-only at every depth. */
export type Wire<S extends TSchema> = ReadonlyDeep<Static<S>>

export const text = Type.String()
export const flag = Type.Boolean()
export const number = Type.Number()
export const integer = Type.Integer()
export const count = Type.Integer({ minimum: 0 })
/** `yyyy-MM-dd`. */
export const day = Type.String({ format: 'date' })
/** RFC 3339 with an offset. */
export const instant = Type.String({ format: 'date-time' })
/** Members of any name and type. */
export const anyObject = Type.Unsafe<Record<string, unknown>>({ type: 'object' })

export const constant = <const V extends string>(value: V) => Type.Unsafe<V>({ const: value })

/** One of these texts. */
export const oneOf = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

/** Members of any name, all of one form. */
export const mapOf = <S extends TSchema>(members: S) =>
  Type.Unsafe<Record<string, Static<S>>>({ type: 'object', additionalProperties: members })

/**
 * Allows null too. It is a list of types, because code generators turn an `anyOf` into a class of
 * its own.
 */
export const nullable = <S extends TSchema & { readonly type: string }>(schema: S) =>
  Type.Unsafe<Static<S> | null>({ ...schema, type: [schema.type, 'null'] })
