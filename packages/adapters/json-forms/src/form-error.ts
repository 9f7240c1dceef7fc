/** An error for `additionalErrors`. */
export interface FormError {
  readonly instancePath: string
  readonly message: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, never>>
}
