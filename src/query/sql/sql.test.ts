import { describe, expect, test } from 'vitest'
import { type Sql, sql, toSqlText } from './sql.js'

describe('an SQL fragment', () => {
  const cases: readonly (readonly [string, Sql, string, readonly unknown[]])[] = [
    ['without holes is its text', sql`select 1`, 'select 1', []],
    ['numbers its values', sql`a = ${1} and b = ${'x'}`, 'a = $1 and b = $2', [1, 'x']],
    ['keeps null and lists as values', sql`${null}, ${[1, 2]}`, '$1, $2', [null, [1, 2]]],
    [
      'takes in other fragments',
      sql`(${sql`x = ${1}`} or ${sql`y = ${2}`})`,
      '(x = $1 or y = $2)',
      [1, 2],
    ],
    ['sends a value again where it is used again', sql`${1} ${1}`, '$1 $2', [1, 1]],
    ['quotes identifiers', sql`${sql.id('a"b', 'c.d')}`, '"a""b"."c.d"', []],
    ['quotes literals', sql`${sql.lit("it's")} ${sql.lit(3)}`, "'it''s' 3", []],
    ['keeps raw text', sql`order by ${sql.raw('k0 desc')}`, 'order by k0 desc', []],
    ['joins with commas', sql`in (${sql.join([1, sql.id('b')])})`, 'in ($1, "b")', [1]],
    ['joins with a separator', sql.join([sql`a`, sql`b`, sql`c`], sql` and `), 'a and b and c', []],
    ['joins nothing to nothing', sql`(${sql.join([])})`, '()', []],
    ['does not look into values', sql`${'$1; drop table x --'}`, '$1', ['$1; drop table x --']],
  ]
  test.each(cases)('%s', (_, fragment, text, values) => {
    expect(toSqlText(fragment)).toEqual({ text, values })
  })
})
