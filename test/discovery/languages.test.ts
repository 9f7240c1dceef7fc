/** Schemas in the language of the reader. */
import { describe, expect, test } from 'vitest'
import { messages } from '../../examples/people/messages.js'
import { type Json, paths } from '../http/use-people.js'
import { filteredUrl, hashOf, useSample } from './use-discovery.js'

const url = filteredUrl({ path: `${paths.employees}/all` })
const texts: Readonly<Record<string, string>> = messages.pt

describe('the language of a schema', () => {
  const sample = useSample('people')
  const inLanguage = (language?: string) =>
    sample.get(url, language === undefined ? {} : { 'accept-language': language })

  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['en', 'en'],
    ['pt', 'pt'],
    ['PT', 'pt'],
    ['pt-BR', 'pt'],
    ['pt-Latn-BR', 'pt'],
    ['fr', 'en'],
    ['fr, pt', 'pt'],
    ['fr-CA, pt-PT;q=0.3', 'pt'],
    ['en;q=0.5, pt;q=0.9', 'pt'],
    ['pt;q=0.5, en;q=0.9', 'en'],
    ['en-US, pt;q=0.9', 'en'],
    ['pt;q=0', 'en'],
    ['pt ; q=0.8 , en ; q=0.2', 'pt'],
    ['pt, en', 'pt'],
    [';;;,', 'en'],
  ])('%j asks for %s', async (asked, language) => {
    const answer = await inLanguage(asked)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-language']).toBe(language)
    expect(answer.json()['x-ui'].language).toBe(language)
    expect(answer.json().properties.fullName['x-ui'].label).toBe(
      language === 'pt' ? 'Nome completo' : 'Full name',
    )
  })

  test('translates labels, messages, options and help', async () => {
    const english = (await inLanguage('en')).json().properties
    const portuguese = (await inLanguage('pt')).json().properties
    for (const [name, property] of Object.entries<Json>(english)) {
      const ui = portuguese[name]['x-ui']
      const { label, options = [] } = property['x-ui']
      expect(ui.label, name).toBe(texts[label] ?? label)
      const labels = options.map((one: Json) => ({ ...one, label: texts[one.label] ?? one.label }))
      expect(ui.options ?? []).toEqual(labels)
    }
    expect(portuguese.fullName['x-ui']).toMatchObject({
      requiredMessage: 'Nome completo é obrigatório.',
      maxLengthMessage: 'Nome completo deve ter no máximo 120 caracteres.',
    })
    expect(portuguese.rating['x-ui']).toMatchObject({
      group: 'Remuneração',
      helpText: '1 é a mais baixa, 5 a mais alta.',
      rangeMessage: 'Nota deve estar entre 1 e 5.',
    })
    expect(portuguese.code['x-ui'].description).toBe('Número do crachá.')
    expect(portuguese.status['x-ui'].options).toContainEqual({
      value: 'ON_LEAVE',
      label: 'Afastado',
    })
  })

  test('translates what is referred to', async () => {
    const { components } = (await inLanguage('pt')).json()
    const [dependents] = Object.values<Json>(components.schemas)
    expect(dependents.properties.kinship['x-ui']).toMatchObject({
      label: 'Parentesco',
      options: expect.arrayContaining([{ value: 'SPOUSE', label: 'Cônjuge' }]),
    })
  })

  test('is part of the hash, whatever was asked for before', async () => {
    const [english, portuguese, again] = [
      await inLanguage('en'),
      await inLanguage('pt'),
      await inLanguage('en'),
    ]
    const hash = 'x-schema-hash'
    expect(again.headers[hash]).toBe(english.headers[hash])
    expect(portuguese.headers[hash]).not.toBe(english.headers[hash])
    expect(portuguese.headers[hash]).toBe(hashOf(portuguese.json()))
    const tag = { 'if-none-match': String(english.headers.etag) }
    expect((await sample.get(url, { ...tag, 'accept-language': 'pt' })).statusCode).toBe(200)
    expect((await sample.get(url, { ...tag, 'accept-language': 'fr' })).statusCode).toBe(304)
  })
})
