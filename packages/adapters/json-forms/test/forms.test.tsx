/** Forms of the samples, with the validator and the renderers of JSON Forms. */
import { Actions, coreReducer, createAjv, type JsonFormsCore, type Layout } from '@jsonforms/core'
import { JsonForms } from '@jsonforms/react'
import { vanillaCells, vanillaRenderers } from '@jsonforms/vanilla-renderers'
import { CorollaryError } from 'corollary/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PublishedForm, publishedForms } from '../../shared/test/published-forms.js'
import { createForm, type ResourceForm } from '../src/index.js'

let forms: readonly (PublishedForm & { readonly form: ResourceForm; readonly title: string })[]
beforeAll(async () => {
  forms = await Promise.all(
    (await publishedForms()).map(async (published) => ({
      ...published,
      title: `${published.key} ${JSON.stringify(published.of)}`,
      form: await createForm(published.client, published.key, published.of),
    })),
  )
})

const ajv = createAjv()
const emptyCore = { data: {}, schema: {}, uischema: { type: 'VerticalLayout' } } as JsonFormsCore

test('valid values of every form pass the validator and the checks', () => {
  expect(forms.length).toBeGreaterThan(3)
  for (const { form, values, title } of forms) {
    const validate = ajv.compile(form.schema)
    validate(values)
    expect(validate.errors, title).toBeNull()
  }
})

test('every form is drawn without a control missing', () => {
  for (const { form, values, title } of forms) {
    const html = renderToStaticMarkup(
      <JsonForms
        schema={form.schema}
        uischema={form.uischema}
        data={values}
        renderers={[...form.renderers, ...vanillaRenderers]}
        cells={vanillaCells}
        i18n={form.i18n}
      />,
    )
    expect(html, title).not.toMatch(/No applicable/)
  }
})

describe('the form of an order', () => {
  const orderForm = () => forms.find(({ title }) => title === 'sales.orders "create"')!

  test('the body of a form that nobody changed has the values of the record', () => {
    for (const { form, values, title } of forms) {
      expect(form.body(form.initial(values)), title).toEqual(values)
    }
  })

  test.each([
    [{ number: undefined }, 'Number is required.'],
    [{ number: 'x'.repeat(21) }, 'Number must have at most 20 characters.'],
    [{ discountPercent: 'x' }, 'Discount % does not have the right form.'],
    [{ lines: [{ productId: 1 }] }, 'Quantity is required.'],
    [{ lines: [{ productId: 1, quantity: 0 }] }, 'Quantity must be between 1 and 10000.'],
  ])('the error of %j is the message of the contract', (change, message) => {
    const { form, values } = orderForm()
    const validate = ajv.compile(form.schema)
    validate(JSON.parse(JSON.stringify({ ...values, ...change })))
    const { translateError } = form.i18n
    expect(validate.errors?.map((error) => translateError(error, (id) => id))).toEqual([message])
  })

  test('the middleware checks rules, and leaves errors of the service', () => {
    const { form, values } = orderForm()
    const additionalErrors = form.errorsOf(
      new CorollaryError({ code: 'X', message: 'Closed.', isRepeatable: false }),
    )
    const data = { ...values, dueOn: '2020-01-01' }
    const start = Actions.init(data, form.schema, form.uischema, {
      additionalErrors: additionalErrors as never,
    })
    let state = form.middleware(emptyCore, start, coreReducer)
    const messages = () => state.additionalErrors?.map(({ message }) => message)
    const rule = 'The due date must not be before the date of the order.'
    expect(messages()).toEqual(['Closed.', rule])
    const fix = Actions.update('dueOn', () => '2030-01-01')
    state = form.middleware(state, fix, coreReducer)
    expect(messages()).toEqual(['Closed.'])
    // The page gives back what it heard of before the last change.
    const echo = Actions.updateCore(data, form.schema, form.uischema, {})
    state = form.middleware(state, echo, coreReducer)
    expect(state.data.dueOn).toBe('2030-01-01')
  })

  test('groups follow the fields without a group', () => {
    const { elements } = orderForm().form.uischema as Layout
    expect(elements.at(-1)).toMatchObject({
      ...{ type: 'Group', label: 'Terms' },
      elements: [{ scope: '#/properties/dueOn' }, { scope: '#/properties/discountPercent' }],
    })
  })
})
