/** A JSON Schema (2020-12), as data. */
export type JsonSchema = { readonly [keyword: string]: unknown }
