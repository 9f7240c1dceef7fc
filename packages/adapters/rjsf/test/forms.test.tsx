/** Forms of the samples, with the validator and the fields of RJSF. */
import Form from '@rjsf/core'
import validator from '@rjsf/validator-ajv8'
import { CorollaryError } from 'corollary/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PublishedForm, publishedForms } from '../../shared/test/published-forms.js'
import { createForm, type ResourceForm, type Values } from '../src/index.js'

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

const errorsOf = (form: ResourceForm, values: Values): readonly (string | undefined)[] =>
  validator
    .validateFormData(
      values,
      form.schema,
      form.customValidate as never,
      form.transformErrors as never,
    )
    .errors.map(({ message }) => message)

test('valid values of every form pass the validator and the checks', () => {
  expect(forms.length).toBeGreaterThan(3)
  for (const { form, values, title } of forms) expect(errorsOf(form, values), title).toEqual([])
})

test('every form is drawn with a control for each field', () => {
  for (const { form, values, title } of forms) {
    const html = renderToStaticMarkup(
      <Form<Values>
        {...{ validator, schema: form.schema, widgets: form.widgets }}
        uiSchema={form.uiSchema(values)}
        formData={values}
      />,
    )
    expect(html, title).not.toMatch(/[Uu]nsupported|Unknown/)
  }
})

test('the body of a form that nobody changed has the values of the record', () => {
  for (const { form, values, title } of forms) {
    expect(form.body(form.initial(values)), title).toEqual(values)
  }
})

describe('the form of an order', () => {
  const orderForm = () => forms.find(({ title }) => title === 'sales.orders "create"')!

  test.each([
    [{ number: undefined }, 'Number is required.'],
    [{ number: 'x'.repeat(21) }, 'Number must have at most 20 characters.'],
    [{ discountPercent: 'x' }, 'Discount % does not have the right form.'],
    [{ discountPercent: '20.5' }, 'A discount of more than 20 % needs a sales lead.'],
    [{ lines: [{ productId: 1 }] }, 'Quantity is required.'],
    [{ lines: [{ productId: 1, quantity: 0 }] }, 'Quantity must be between 1 and 10000.'],
    [{ dueOn: '2020-01-01' }, 'The due date must not be before the date of the order.'],
    [{ online: false, purchaseOrder: undefined }, "'purchaseOrder' is required."],
  ])('the error of %j is the message of the contract', (change, message) => {
    const { form, values } = orderForm()
    const changed = JSON.parse(JSON.stringify({ ...values, ...change }))
    expect(errorsOf(form, changed)).toEqual([message])
  })

  test('errors of the service are at their fields', () => {
    const errors = [
      { code: 'X', message: 'No such product.', target: 'lines[1].productId' },
      { code: 'X', message: 'Closed.', target: null },
    ]
    const facts = { code: 'X', message: 'No.', isRepeatable: false, errors: errors as never }
    expect(orderForm().form.errorsOf(new CorollaryError(facts))).toEqual({
      __errors: ['Closed.'],
      lines: { 1: { productId: { __errors: ['No such product.'] } } },
    })
  })
})
