/** The texts of the control: how it behaves is tested in a browser. */
import { CorollaryError, type Field } from 'corollary/client'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { checkValues, messagesOf } from '../../shared/src/form.js'
import { englishTexts, type FormTexts } from '../../shared/src/form-texts.js'
import { OptionPicker } from '../../shared/src/option-picker.js'

const tags: Field = {
  ...{ name: 'tags', label: 'Schlagworte', type: 'array', controlType: 'select', order: 0 },
  ...{ schema: { type: 'array' }, nullable: true, multiple: true, endpoint: '/x/options/filter' },
}
const german: FormTexts = {
  ...englishTexts,
  removeOption: (label) => `${label} entfernen`,
  required: (label) => `${label} fehlt.`,
  noResponse: 'Der Dienst antwortet nicht.',
}

test('the control and the checks have the texts of the page', () => {
  const html = renderToStaticMarkup(
    createElement(OptionPicker, {
      ...{ id: 'tags', field: tags, fields: [tags], value: [7], values: {}, texts: german },
      ...{ reader: { page: () => Promise.reject(), byValues: () => Promise.reject() } },
      ...{ isDisabled: false, onChange: () => undefined },
    }),
  )
  expect(html).toContain('aria-label="7 entfernen"')
  const field = { ...tags, conditionalRequired: true }
  const form = { fields: [field], rules: [], sendsNull: false, hasDefaults: true, texts: german }
  expect(checkValues(form, {})).toEqual([{ path: ['tags'], message: 'Schlagworte fehlt.' }])
})

test.each([
  ['NETWORK_ERROR', 'Der Dienst antwortet nicht.'],
  ['TIMED_OUT', 'Der Dienst antwortet nicht.'],
  ['INVALID_RESPONSE', 'Der Dienst antwortet nicht.'],
  ['ACCESS_DENIED', 'Kein Zugriff.'],
])('the text of %s is that of the page, unless the service has one', (code, message) => {
  const error = new CorollaryError({ code, message: 'Kein Zugriff.', isRepeatable: false })
  expect(messagesOf({ texts: german }, error)).toEqual([{ path: [], message }])
})
