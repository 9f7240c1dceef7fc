/** The static types of arrays; `tsc` checks them, not the run. */
import {
  arrayOf,
  type CreateType,
  decimal,
  defineEntity,
  defineSchema,
  enumOf,
  type FilterType,
  IN,
  IS_NULL,
  integer,
  type ResponseType,
  SIZE_GT,
  text,
  type UpdateType,
} from 'corollary'
import { expectTypeOf, test } from 'vitest'

const posts = defineEntity('posts', {
  id: integer({ primaryKey: true }),
  tags: arrayOf(text(), { default: [] }),
  moods: arrayOf(enumOf(['GOOD', 'BAD'], { nullable: true }), { nullable: true }),
  prices: arrayOf(decimal({ precision: 6, scale: 2 })),
  computed: arrayOf(integer(), { generated: true }),
})
const schema = defineSchema({ posts })
const api = schema.resource('posts', {
  key: 'blog.posts',
  response: { id: '.', tags: '.', moods: '.', prices: '.', computed: '.' },
  create: { id: '.', tags: '.', moods: '.', prices: '.' },
  update: { tags: '.', moods: '.' },
  filter: {
    tags: IN(),
    moods: IN(),
    prices: IN(),
    tagCount: SIZE_GT('tags'),
    untagged: IS_NULL('tags'),
  },
  defaultSort: ['id'],
})

test('a response has a list, with null where items or the list may be null', () => {
  expectTypeOf<ResponseType<typeof api>>().toEqualTypeOf<{
    readonly id: number
    readonly tags: readonly string[]
    readonly moods: readonly ('GOOD' | 'BAD' | null)[] | null
    readonly prices: readonly number[]
    readonly computed: readonly number[]
  }>()
})

test('a request has lists of what the column type takes', () => {
  type Create = CreateType<typeof api>
  expectTypeOf<Create['tags']>().toEqualTypeOf<readonly string[] | null | undefined>()
  expectTypeOf<Create['moods']>().toEqualTypeOf<
    readonly ('GOOD' | 'BAD' | null)[] | null | undefined
  >()
  expectTypeOf<Create['prices']>().toEqualTypeOf<readonly (number | string)[]>()
  expectTypeOf<UpdateType<typeof api>['tags']>().toEqualTypeOf<readonly string[]>()
})

test('a filter has items, and numbers for sizes', () => {
  expectTypeOf<FilterType<typeof api>>().toEqualTypeOf<{
    readonly tags?: readonly string[] | null
    readonly moods?: readonly ('GOOD' | 'BAD')[] | null
    readonly prices?: readonly (number | string)[] | null
    readonly tagCount?: number | null
    readonly untagged?: boolean | null
  }>()
})
