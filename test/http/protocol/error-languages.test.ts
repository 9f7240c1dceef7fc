/** Errors in the language of the client: texts of the platform, and of the application. */
import { describe, expect, test } from 'vitest'
import { linesApi, ordersApi, ruleCallers, tables } from '../../support/rules-contract.js'
import { anonymous, tablesOf, useService } from '../../support/use-service.js'
import type { Json, Method } from '../use-people.js'

const dueDate = "'dueOn' must not be before 'orderedOn'."

const { get, send } = useService({
  resources: [ordersApi, linesApi],
  callers: ruleCallers,
  database: tablesOf(tables),
  messages: {
    'pt-BR': { [dueDate]: 'O vencimento não pode ser antes da data do pedido.' },
    fr: { 'There is nothing at this path.': 'Il n’y a rien à ce chemin.' },
  },
})

const orders = '/api/sales/orders'
const failed = async (language: string, method: Method, url: string, body?: unknown) => {
  const response = await send('clerk', method, url, body, { 'accept-language': language })
  const { message, errors }: Json = response.json()
  expect(response.headers['vary']).toMatch(/\bAccept-Language\b/)
  return { message, errors, language: response.headers['content-language'] }
}

describe('an error', () => {
  test.each([
    ['de', 'de', 'Unter diesem Pfad gibt es nichts.', 'Pfad nicht gefunden'],
    ['es-MX', 'es', 'No hay nada en esta ruta.', 'Ruta no encontrada'],
    ['pt', 'pt-BR', 'Não há nada neste caminho.', 'Caminho não encontrado'],
    ['fr', 'fr', 'Il n’y a rien à ce chemin.', 'Route not found'],
    ['it, de;q=0.5', 'de', 'Unter diesem Pfad gibt es nichts.', 'Pfad nicht gefunden'],
    ['it', 'en', 'There is nothing at this path.', 'Route not found'],
    ['', 'en', 'There is nothing at this path.', 'Route not found'],
  ])('for %j is in %s', async (header, language, message, title) => {
    const failure = await failed(header, 'GET', '/api/nothing')
    expect(failure).toMatchObject({ message, language })
    expect(failure.errors).toMatchObject([
      { message, detail: message, title, code: 'ROUTE_NOT_FOUND', target: null },
    ])
  })

  test('has parts in its language: what is wrong, what is accepted, and what was sent', async () => {
    const body = { orderedOn: '2026-13-01', amount: 'x', online: [], status: 'OPEN' }
    const messages = async (language: string) => {
      const { errors } = await failed(language, 'POST', orders, body)
      return Object.fromEntries(errors.map(({ target, message }: Json) => [target, message]))
    }
    expect(await messages('de')).toEqual({
      orderedOn:
        "'orderedOn' muss ein Datum (yyyy-MM-dd) sein; erhalten: ein Tag, den es nicht gibt.",
      amount: "'amount' muss eine ganze Zahl sein; erhalten: ein Text.",
      online: "'online' muss true oder false sein; erhalten: eine Liste.",
      status: "'status' muss einer der Werte DRAFT, SUBMITTED, SHIPPED sein; erhalten: ein Text.",
    })
    expect((await messages('es')).amount).toBe(
      "'amount' debe ser un número entero; se recibió un texto.",
    )
    expect((await messages('en')).amount).toBe("'amount' must be an integer; got a text.")
  })

  test('of a JSON Schema keyword is translated', async () => {
    const { errors } = await failed('de', 'POST', '/api/sales/lines', { orderId: 1, quantity: 0 })
    expect(errors[0]).toMatchObject({ target: 'quantity', message: "'quantity' muss >= 1 sein." })
  })

  test('of a rule has the text of the application, or the default text in its language', async () => {
    const order = { orderedOn: '2026-03-02', dueOn: '2026-03-01', discount: '50', online: true }
    const { errors } = await failed('pt-BR', 'POST', orders, order)
    expect(errors.map(({ message }: Json) => message)).toEqual([
      'O vencimento não pode ser antes da data do pedido.',
      "'discount' deve ser no máximo 20.",
    ])
  })

  test('of a path that cannot be decoded is translated', async () => {
    expect(await failed('de', 'GET', '/api/%')).toMatchObject({
      message: 'Der Pfad ist nicht richtig prozentkodiert.',
    })
  })

  test('in the header WWW-Authenticate stays English, which is ASCII', async () => {
    const response = await get(anonymous, `${orders}/all`, { 'accept-language': 'de' })
    expect(response.statusCode).toBe(401)
    expect(response.json().errors[0].title).toBe('Anmeldung erforderlich')
    expect(response.headers['www-authenticate']).toMatch(/^Bearer/)
  })
})

describe('errors of items', () => {
  const create = async () => {
    const order = { orderedOn: '2026-03-02', online: true, amount: 5_000 }
    return (await send('clerk', 'POST', orders, order)).json().data.id
  }

  test('of a bulk action are translated, in a response with failures and in one error', async () => {
    const ids = [await create(), 999]
    const headers = { 'accept-language': 'de' }
    const each = await send('clerk', 'POST', `${orders}/actions/ship-each`, { ids }, headers)
    const [, missing] = each.json().data.items
    expect(missing).toMatchObject({
      ...{ id: 999, code: 'RESOURCE_NOT_FOUND' },
      message: 'Es gibt keinen Datensatz mit dieser ID.',
    })
    const all = await send('clerk', 'POST', `${orders}/actions/ship-all`, { ids }, headers)
    expect(all.json()).toMatchObject({
      message: 'Kein Datensatz wurde geändert: 1 von 2 Datensätzen gibt es nicht.',
      errors: [{ properties: { items: [{ message: 'Es gibt keinen Datensatz mit dieser ID.' }] } }],
    })
  })
})

describe('forms', () => {
  const schema = async (language: string) => {
    const url = `/schemas/filtered?path=${orders}&operation=post&schemaType=request`
    const response = await get('clerk', url, { 'accept-language': language })
    return { language: response.headers['content-language'], ui: response.json().properties }
  }

  test('have texts of the platform in a language of the application', async () => {
    const { language, ui } = await schema('pt-BR')
    expect(language).toBe('pt-BR')
    expect(ui.orderedOn['x-ui'].requiredMessage).toBe('Ordered on é obrigatório.')
  })

  test('stay English in a language that the application lacks', async () => {
    const { language, ui } = await schema('de')
    expect(language).toBe('en')
    expect(ui.orderedOn['x-ui'].requiredMessage).toBe('Ordered on is required.')
  })
})
