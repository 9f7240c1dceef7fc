/** Schemas in the language of the caller. */
import { describe, expect, test } from 'vitest'
import { messages } from '../../examples/people/messages.js'
import { type Json, paths } from '../http/use-people.js'
import { linesApi, ordersApi, ruleCallers, tables } from '../support/rules-contract.js'
import { tablesOf, useService } from '../support/use-service.js'
import { filteredUrl, hashOf, useSample } from './use-discovery.js'

const url = filteredUrl({ path: `${paths.employees}/all` })
const texts: Readonly<Record<string, string>> = messages['pt']!

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
  ])('%j selects %s', async (acceptLanguage, language) => {
    const answer = await inLanguage(acceptLanguage)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-language']).toBe(language)
    expect(answer.json()['x-ui'].language).toBe(language)
    expect(answer.json().properties.fullName['x-ui'].label).toBe(
      language === 'pt' ? 'Nome completo' : 'Full name',
    )
  })

  test('labels, messages, options and help texts are translated', async () => {
    const english = (await inLanguage('en')).json().properties
    const portuguese = (await inLanguage('pt')).json().properties
    for (const [name, property] of Object.entries<Json>(english)) {
      const ui = portuguese[name]['x-ui']
      const { label, options = [] } = property['x-ui']
      expect(ui.label, name).toBe(texts[label] ?? label)
      const labels = options.map((option: Json) => ({
        ...option,
        label: texts[option.label] ?? option.label,
      }))
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

  test('referenced schemas are translated', async () => {
    const { components } = (await inLanguage('pt')).json()
    const [dependents] = Object.values<Json>(components.schemas)
    expect(dependents.properties.kinship['x-ui']).toMatchObject({
      label: 'Parentesco',
      options: expect.arrayContaining([{ value: 'SPOUSE', label: 'Cônjuge' }]),
    })
  })

  test('the hash depends on the language, whatever was requested before', async () => {
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

describe('documents for tools are English', () => {
  const sample = useSample('people')

  test.each([
    '/v3/api-docs',
    '/v3/api-docs/payroll',
    '/schemas/catalog',
    '/schemas/catalog?operation=get',
  ])('%s names its language, and has one tag', async (url) => {
    const [english, portuguese] = [
      await sample.get(url),
      await sample.get(url, { 'accept-language': 'pt' }),
    ]
    expect(portuguese.headers['content-language']).toBe('en')
    expect(portuguese.headers.etag).toBe(english.headers.etag)
    expect(portuguese.body).toBe(english.body)
  })
})

describe('texts of catalogs, options and statistics follow Accept-Language', () => {
  const sample = useSample('people')
  const inPortuguese = { 'accept-language': 'pt-BR,pt;q=0.9,en;q=0.8' }

  const labelsOf = (options: Json): readonly string[] => options.map(({ label }: Json) => label)

  test('listed options and enum values are translated, searched and sorted in the language', async () => {
    const source = `${paths.employees}/option-sources/statuses/options`
    const page = await sample.send(
      'POST',
      `${source}/filter`,
      { search: 'susp', sort: 'label' },
      inPortuguese,
    )
    expect(labelsOf(page.json().content)).toEqual(['Suspenso'])
    const byIds = `${source}/by-ids?ids=ON_LEAVE`
    const [portuguese, english] = [await sample.get(byIds, inPortuguese), await sample.get(byIds)]
    expect(labelsOf(portuguese.json())).toEqual(['Afastado'])
    expect(labelsOf(english.json())).toEqual(['On leave'])
    expect(portuguese.headers['etag']).not.toBe(english.headers['etag'])
    const headersSent = { ...inPortuguese, 'if-none-match': String(portuguese.headers['etag']) }
    expect((await sample.get(byIds, headersSent)).statusCode).toBe(304)
  })

  test('labels of buckets are translated, including the null bucket', async () => {
    const labels = async (field: string, endpoint: string, more: Json = {}) => {
      const body = { filter: {}, field, ...more }
      const url = `${paths.employees}/stats/${endpoint}`
      return labelsOf((await sample.send('POST', url, body, inPortuguese)).json().data.buckets)
    }
    expect(await labels('status', 'group-by', { orderBy: 'LABEL_ASC' })).toEqual([
      'Afastado',
      'Ativo',
      'Desligado',
      'Suspenso',
    ])
    expect(await labels('status', 'distribution', { mode: 'TERMS' })).toContain('Ativo')
    expect(await labels('rating', 'group-by')).toContain('(nenhum)')
  })

  test('titles and messages of actions and surfaces are translated, and labels of statistics', async () => {
    const [absence] = (await sample.send('POST', `${paths.absences}/filter?size=1`, {})).json().data
      .content
    const catalogs: readonly (readonly [string, (body: Json) => Json])[] = [
      [`/schemas/actions?resource=human-resources.absence-requests`, ({ actions }) => actions],
      [`${paths.absences}/${absence.id}/actions`, ({ actions }) => actions],
      [`${paths.absences}/${absence.id}/capabilities`, ({ actions }) => actions],
    ]
    for (const [address, read] of catalogs) {
      const answer = await sample.get(address, inPortuguese)
      expect(answer.headers['content-language'], address).toBe('pt')
      const approve = read(answer.json()).find(({ id }: Json) => id === 'approve')
      expect(approve, address).toMatchObject({
        title: 'Aprovar',
        successMessage: 'O pedido de ausência foi aprovado.',
      })
    }
    const resources = await sample.get('/schemas/resources?group=payroll', inPortuguese)
    expect(resources.headers['content-language']).toBe('pt')
    expect(resources.json()).toMatchObject({
      groups: [{ group: 'payroll', title: 'Folha de pagamento' }],
      resources: [{ title: 'Recibos de salário' }, { title: 'Custos mensais' }],
    })
    const surfaces = await sample.get(
      '/schemas/surfaces?resource=human-resources.employees',
      inPortuguese,
    )
    expect(surfaces.json().surfaces.map(({ title }: Json) => title)).toContain('Editar perfil')
    const { stats } = (await sample.get(`${paths.employees}/capabilities`, inPortuguese)).json()
    expect(labelsOf(stats.fields)).toContain('Salário')
  })

  test('a cursor can be continued in another language', async () => {
    const url = `${paths.employees}/filter/cursor?size=2`
    const first = await sample.send('POST', url, {})
    const after = encodeURIComponent(first.json().data.next)
    const second = await sample.send('POST', `${url}&after=${after}`, {}, inPortuguese)
    expect(second.statusCode).toBe(200)
  })

  test('the entity tag of a record depends on the language', async () => {
    const url = `${paths.employees}/1`
    const [portuguese, english] = [await sample.get(url, inPortuguese), await sample.get(url)]
    expect(portuguese.headers['etag']).not.toBe(english.headers['etag'])
    expect(portuguese.headers['vary']).toContain('Accept-Language')
  })
})

describe('what people call one record', () => {
  const { send } = useService({
    resources: [ordersApi, linesApi],
    callers: ruleCallers,
    database: tablesOf(tables),
    messages: { pt: { Order: 'Pedido', Lines: 'Linhas' } },
  })

  test.each([
    ['pt', ['Pedido', 'Linhas']],
    ['en', ['Order', 'Lines']],
  ])(
    'is translated into %s, and is the title where the contract does not say it',
    async (language, names) => {
      const headers = { 'accept-language': language }
      const answer = await send('clerk', 'GET', '/schemas/resources', undefined, headers)
      expect(answer.json().resources.map(({ recordTitle }: Json) => recordTitle)).toEqual(names)
    },
  )
})
