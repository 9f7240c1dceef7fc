/**
 * Write requests: for hidden rows, with references to hidden rows, out of the caller's department.
 */
import type { ResourceModel } from '../../../src/model/types/resource-model.js'
import type { WriteField, WriteShapeModel } from '../../../src/model/types/write-model.js'
import type { Json } from '../../http/use-people.js'
import type { Generator, OperationContext } from './operation-context.js'
import { asJson, type TestRequest } from './twins.js'
import { inTurn, mixed } from './world.js'

const idsOf = ({ resource, world }: OperationContext): readonly Json[] => {
  const { other, hidden, visible, unknown } = world.ids(resource.entity)
  return inTurn(other, hidden, visible, unknown)
}

/** Values that must be unique. */
const ownValues: Readonly<Record<string, (turn: number) => string>> = {
  code: (turn) => `NEW-${turn}`,
  email: (turn) => `new.${turn}@example.com`,
}

/** A value of a visible row, if the column has one. */
const valueFor = (field: WriteField, context: OperationContext, turn: number): Json => {
  if (field.type === 'links') {
    const { visible } = context.world.ids(field.relation.target)
    return [visible[turn % visible.length]]
  }
  if (field.type === 'owned') return []
  const ownValue = ownValues[field.name]
  if (ownValue) return ownValue(turn)
  const { column } = field
  const target = column.references?.target
  const { visible } = target ? context.world.ids(target) : context.world.values(column)
  const value = visible[turn % Math.max(1, visible.length)]
  if (column.field === 'department') return 2
  return value ?? null
}

/** A valid body. The days of an interval are in order. */
const bodyOf = (shape: WriteShapeModel, context: OperationContext): Record<string, Json> => {
  const turn = context.unique()
  const body = Object.fromEntries(
    [...shape.fields.values()].map((field) => [field.name, valueFor(field, context, turn)]),
  )
  return 'endsOn' in body ? { ...body, endsOn: '2027-01-01' } : body
}

/** Members that refer to rows, with the value to send for an id. */
const references = (shape: WriteShapeModel) =>
  [...shape.fields.values()].flatMap((field) => {
    const { name } = field
    if (field.type === 'links') {
      const { target } = field.relation
      return [{ name, target, sent: (id: Json, visible: Json): Json => [visible, id] }]
    }
    if (field.type === 'owned') return []
    const target = field.column.references?.target
    return target ? [{ name, target, sent: (id: Json): Json => id }] : []
  })

/** One body for each reference and each group of rows that it can refer to. */
const referring = (shape: WriteShapeModel, context: OperationContext): readonly Json[] =>
  references(shape).flatMap(({ name, target, sent }) => {
    const { unknown, ...pots } = context.world.ids(target)
    const [visible] = pots.visible
    return inTurn(mixed(pots), unknown).map((id) => ({
      ...bodyOf(shape, context),
      [name]: sent(id, visible),
    }))
  })

const url = ({ resource, operation }: OperationContext, id: Json = ''): string =>
  `${resource.path}${operation.path.replace('{id}', String(id))}`

const changes = (shape: WriteShapeModel, context: OperationContext): readonly TestRequest[] => {
  const { method } = context.operation
  const ids = idsOf(context)
  const [visible] = context.world.ids(context.resource.entity).visible
  return inTurn<TestRequest>(
    ids.map((id) => ({ method, url: url(context, id), body: bodyOf(shape, context) })),
    ids.map((id) => ({
      method,
      url: url(context, id),
      body: bodyOf(shape, context),
      headers: { 'if-match': '"1.0"' },
    })),
    referring(shape, context).map((body) => ({ method, url: url(context, visible), body })),
    ids.map((id) => ({ method, url: url(context, id), body: {} })),
    ids.map((id) => ({ method, url: url(context, id), body: { nonsense: 1 } })),
  )
}

const commands = ({ resource, operation }: OperationContext, rest: Json = {}): Json => ({
  ...([...resource.actions.get(operation.action!)!.request.members.keys()].includes('comment')
    ? { comment: 'asked' }
    : {}),
  ...rest,
})

const shapeOf = ({ create, update }: ResourceModel, name: 'create' | 'update'): WriteShapeModel =>
  (name === 'create' ? create : update)!

export const writeRequests = {
  create: ((context) => {
    const { method } = context.operation
    const shape = shapeOf(context.resource, 'create')
    const bodies = inTurn<Json>(
      [bodyOf(shape, context), bodyOf(shape, context)],
      referring(shape, context),
      [{}],
    )
    return bodies.flatMap((body, index) => [
      { method, url: url(context), body },
      ...(index < 2
        ? [
            {
              method,
              url: url(context),
              body: bodyOf(shape, context),
              headers: { 'idempotency-key': `k-${context.unique()}` },
            },
          ]
        : []),
    ])
  }) satisfies Generator,

  update: ((context) => changes(shapeOf(context.resource, 'update'), context)) satisfies Generator,

  intent: ((context) =>
    changes(
      context.resource.intents.get(context.operation.intent!)!.shape,
      context,
    )) satisfies Generator,

  batch: ((context) => {
    const { resource } = context
    const [visible] = context.world.ids(resource.entity).visible
    const create = (data: Json) => ({ operation: 'CREATE', data })
    const update = (id: Json, data: Json, version?: string) => ({
      operation: 'UPDATE',
      ...{ id, data, version },
    })
    const written = (['create', 'update'] as const).filter((name) => resource[name])
    const items = written.flatMap((name): readonly Json[] => {
      const shape = shapeOf(resource, name)
      const referred = referring(shape, context)
      if (name === 'create') return [bodyOf(shape, context), ...referred].map(create)
      return [
        ...referred.map((body) => update(visible, body)),
        ...idsOf(context).flatMap((id) => [
          update(id, bodyOf(shape, context)),
          update(id, bodyOf(shape, context), '"1.0"'),
        ]),
      ]
    })
    const good = written.map((name) =>
      name === 'create'
        ? create(bodyOf(shapeOf(resource, name), context))
        : update(visible, bodyOf(shapeOf(resource, name), context)),
    )
    const lists = [...items.map((item) => [item]), [...good.slice(0, 1), ...items.slice(0, 8)]]
    return lists.flatMap((list, index) =>
      ['ATOMIC', 'PER_ITEM'].map((atomicity) => ({
        method: context.operation.method,
        url: url(context),
        body: { atomicity, items: list },
        ...(index % 3 === 0 ? { headers: { prefer: 'return=minimal' } } : {}),
      })),
    )
  }) satisfies Generator,

  performOnRecord: ((context) =>
    idsOf(context).flatMap((id) => [
      { method: context.operation.method, url: url(context, id), body: commands(context) },
      { method: context.operation.method, url: url(context, id), body: { nonsense: 1 } },
      {
        method: context.operation.method,
        url: url(context, id),
        body: commands(context),
        headers: { 'if-match': '"1.0"' },
      },
    ])) satisfies Generator,

  perform: ((context) => {
    const ids = idsOf(context)
    const { visible } = context.world.ids(context.resource.entity)
    const lists = [...ids.map((id) => [id]), ...ids.map((id) => [visible.at(-1), id]), ids]
    return lists.map((list) => ({
      method: context.operation.method,
      url: url(context),
      ...asJson(commands(context, { ids: list })),
    }))
  }) satisfies Generator,
} as const
