/** Requests that write: of hidden rows, with references to hidden rows, out of the caller's department. */
import type {
  ResourceModel,
  WriteField,
  WriteShapeModel,
} from '../../../src/model/types/resource-model.js'
import type { Json } from '../../http/use-people.js'
import type { Asked, Generator } from './asked.js'
import { type Ask, asJson } from './twins.js'
import { inTurn, mixed } from './world.js'

const idsOf = ({ resource, world }: Asked): readonly Json[] => {
  const { other, hidden, visible, unknown } = world.ids(resource.entity)
  return inTurn(other, hidden, visible, unknown)
}

/** Values that no two rows may share. */
const ownValues: Readonly<Record<string, (turn: number) => string>> = {
  code: (turn) => `NEW-${turn}`,
  email: (turn) => `new.${turn}@example.com`,
}

/** A value of a visible row, where the column has one. */
const valueFor = (field: WriteField, asked: Asked, turn: number): Json => {
  if (field.type === 'links') {
    const { visible } = asked.world.ids(field.relation.target)
    return [visible[turn % visible.length]]
  }
  const own = ownValues[field.name]
  if (own) return own(turn)
  const { column } = field
  const target = column.references?.target
  const { visible } = target ? asked.world.ids(target) : asked.world.values(column)
  const value = visible[turn % Math.max(1, visible.length)]
  if (column.field === 'department') return 2
  return value ?? null
}

/** A body that is taken. Days of a span come in order. */
const bodyOf = (shape: WriteShapeModel, asked: Asked): Record<string, Json> => {
  const turn = asked.unique()
  const body = Object.fromEntries(
    [...shape.fields.values()].map((field) => [field.name, valueFor(field, asked, turn)]),
  )
  return 'endsOn' in body ? { ...body, endsOn: '2027-01-01' } : body
}

/** Members that refer to rows: with what is sent for an id. */
const references = (shape: WriteShapeModel) =>
  [...shape.fields.values()].flatMap((field) => {
    const { name } = field
    if (field.type === 'links') {
      const { target } = field.relation
      return [{ name, target, sent: (id: Json, visible: Json): Json => [visible, id] }]
    }
    const target = field.column.references?.target
    return target ? [{ name, target, sent: (id: Json): Json => id }] : []
  })

/** One body for each reference and each sort of row that it can lead to. */
const referring = (shape: WriteShapeModel, asked: Asked): readonly Json[] =>
  references(shape).flatMap(({ name, target, sent }) => {
    const { unknown, ...pots } = asked.world.ids(target)
    const [visible] = pots.visible
    return inTurn(mixed(pots), unknown).map((id) => ({
      ...bodyOf(shape, asked),
      [name]: sent(id, visible),
    }))
  })

const url = ({ resource, operation }: Asked, id: Json = ''): string =>
  `${resource.path}${operation.path.replace('{id}', String(id))}`

const changes = (shape: WriteShapeModel, asked: Asked): readonly Ask[] => {
  const { method } = asked.operation
  const ids = idsOf(asked)
  const [visible] = asked.world.ids(asked.resource.entity).visible
  return inTurn<Ask>(
    ids.map((id) => ({ method, url: url(asked, id), body: bodyOf(shape, asked) })),
    ids.map((id) => ({
      method,
      url: url(asked, id),
      body: bodyOf(shape, asked),
      headers: { 'if-match': '"1.0"' },
    })),
    referring(shape, asked).map((body) => ({ method, url: url(asked, visible), body })),
    ids.map((id) => ({ method, url: url(asked, id), body: {} })),
    ids.map((id) => ({ method, url: url(asked, id), body: { nonsense: 1 } })),
  )
}

const commands = ({ resource, operation }: Asked, rest: Json = {}): Json => ({
  ...([...resource.actions.get(operation.action!)!.request.fields.keys()].includes('comment')
    ? { comment: 'asked' }
    : {}),
  ...rest,
})

const shapeOf = ({ create, update }: ResourceModel, name: 'create' | 'update'): WriteShapeModel =>
  (name === 'create' ? create : update)!

export const writeRequests = {
  create: ((asked) => {
    const { method } = asked.operation
    const shape = shapeOf(asked.resource, 'create')
    const bodies = inTurn<Json>(
      [bodyOf(shape, asked), bodyOf(shape, asked)],
      referring(shape, asked),
      [{}],
    )
    return bodies.flatMap((body, index) => [
      { method, url: url(asked), body },
      ...(index < 2
        ? [
            {
              method,
              url: url(asked),
              body: bodyOf(shape, asked),
              headers: { 'idempotency-key': `k-${asked.unique()}` },
            },
          ]
        : []),
    ])
  }) satisfies Generator,

  update: ((asked) => changes(shapeOf(asked.resource, 'update'), asked)) satisfies Generator,

  intent: ((asked) =>
    changes(asked.resource.intents.get(asked.operation.intent!)!.shape, asked)) satisfies Generator,

  performOnRecord: ((asked) =>
    idsOf(asked).flatMap((id) => [
      { method: asked.operation.method, url: url(asked, id), body: commands(asked) },
      { method: asked.operation.method, url: url(asked, id), body: { nonsense: 1 } },
      {
        method: asked.operation.method,
        url: url(asked, id),
        body: commands(asked),
        headers: { 'if-match': '"1.0"' },
      },
    ])) satisfies Generator,

  perform: ((asked) => {
    const ids = idsOf(asked)
    const { visible } = asked.world.ids(asked.resource.entity)
    const lists = [...ids.map((id) => [id]), ...ids.map((id) => [visible.at(-1), id]), ids]
    return lists.map((list) => ({
      method: asked.operation.method,
      url: url(asked),
      ...asJson(commands(asked, { ids: list })),
    }))
  }) satisfies Generator,
} as const
