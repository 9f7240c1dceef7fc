/**
 * Forms describe the members of a contract at run time. Types are gone by then, and neither tsx nor
 * type stripping checks them; with the forms, the compiler of the model checks a contract again.
 */

/** A value that is checked as a whole. */
interface ScalarForm {
  readonly is: 'scalar'
  /** Completes "must be …". */
  readonly accepts: string
  readonly fits: (value: unknown) => boolean
}

/** An object with these members and no others. */
export interface ObjectForm {
  readonly is: 'object'
  readonly accepts: string
  readonly members: Readonly<Record<string, Form | RequiredForm>>
}

/** An object whose member names the contract chooses. */
interface RecordForm {
  readonly is: 'record'
  readonly accepts: string
  readonly each: Form
}

interface ListForm {
  readonly is: 'list'
  readonly accepts: string
  readonly each: Form
}

/** An object whose member `by` names its form. */
export interface VariantForm {
  readonly is: 'variant'
  readonly accepts: string
  readonly by: string
  readonly forms: Readonly<Record<string, Form>>
  /** Whether a text may stand for the object. */
  readonly orText: boolean
}

interface Optional {
  readonly required?: never
}
interface Required {
  readonly required: true
}
type AnyForm = ScalarForm | ObjectForm | RecordForm | ListForm | VariantForm
export type Form = AnyForm & Optional
export type RequiredForm = AnyForm & Required

/**
 * A form for each member of a declared type, required where the member is. If the type changes and
 * its forms do not, they do not compile. `types` exists for static types only.
 */
export type FormsOf<T> = {
  readonly [K in Exclude<keyof T, 'types'> & string]-?: object extends Pick<T, K>
    ? Form
    : RequiredForm
}

export const required = (form: Form): RequiredForm => ({ ...form, required: true })

export const scalar = (accepts: string, fits: (value: unknown) => boolean): Form => ({
  is: 'scalar',
  accepts,
  fits,
})

export const objectOf = <T>(accepts: string, members: FormsOf<T>): Form => ({
  is: 'object',
  accepts,
  members: members as ObjectForm['members'],
})

export const recordOf = (accepts: string, each: Form): Form => ({ is: 'record', accepts, each })

export const listOf = (accepts: string, each: Form): Form => ({ is: 'list', accepts, each })

export const variantOf = (
  accepts: string,
  by: string,
  forms: Readonly<Record<string, Form>>,
  { orText = false }: { readonly orText?: boolean } = {},
): Form => ({ is: 'variant', accepts, by, forms, orText })

/** The form without members. */
export const without = (form: Form, names: ReadonlySet<string>): Form =>
  form.is === 'object'
    ? {
        ...form,
        members: Object.fromEntries(
          Object.entries(form.members).filter(([name]) => !names.has(name)),
        ),
      }
    : form

const isText = (value: unknown): boolean => typeof value === 'string'
export const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText)

export const anything = scalar('anything', () => true)
export const text = scalar('a text', isText)
export const number = scalar('a number', (value) => typeof value === 'number')
export const flag = scalar('true or false', (value) => typeof value === 'boolean')
export const code = scalar('a function', (value) => typeof value === 'function')
export const numbers = scalar(
  'a list of numbers',
  (value) => Array.isArray(value) && value.every((each) => typeof each === 'number'),
)
export const texts = scalar('a list of texts', isListOfTexts)
export const oneOf = (...values: readonly unknown[]): Form =>
  scalar(`one of ${values.join(', ')}`, (value) => values.includes(value))
