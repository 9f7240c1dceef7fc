/** What `introspect` declares of CHECK constraints. */
import { createTestService } from 'corollary/testing'
import { expect, test } from 'vitest'
import { introspectDatabase, introspectTables } from './introspected.js'

const tables = `
  create domain share as numeric(5,2) check (value > 0) check (value <= 100);
  create table projects (
    id int generated always as identity primary key,
    status text not null default 'draft' check (status in ('draft', 'live')),
    code varchar(12) not null check (length(code) >= 3) check (code ~ '^[A-Z0-9-]+$'),
    effort int check (effort between 1 and 99),
    share share,
    size char(2) default 'S ' check (size in ('S', 'M', 'XL')),
    grade int constraint grades check (grade in (1, 2, 5)),
    starts_on date, ends_on date, parent_id int references projects,
    constraint ends_later check (ends_on >= starts_on),
    constraint no_circle check (id <> parent_id),
    check (code <> '' or effort is null));
  create table rated (id int primary key, stars int not null default 0 check (stars > 0),
    grade varchar(1) not null default '' check (grade in ('', 'A')))`

test('introspect declares limits, values and patterns, and the rest with a field', async () => {
  const { textOf } = await introspectTables(tables)
  expect(textOf('entities/projects.ts').split('\n').slice(3)).toEqual(
    `export const projects = defineEntity(
  'projects',
  {
    id: integer({ primaryKey: true, generated: true }),
    status: enumOf(['draft', 'live'], { default: 'draft' }),
    code: text({ minLength: 3, maxLength: 12, pattern: '^[A-Z0-9-]+$' }),
    effort: integer({ nullable: true, minimum: 1, maximum: 99 }),
    share: decimal({ nullable: true, precision: 5, scale: 2, minimum: '0.01', maximum: '100' }),
    size: enumOf(['S', 'M', 'XL'], {
      nullable: true,
      labels: { S: 'S', M: 'M', XL: 'XL' },
      default: 'S',
    }),
    grade: integer({ nullable: true }),
    startsOn: date({ nullable: true }),
    endsOn: date({ nullable: true }),
    parent: belongsTo('projects', { column: 'parent_id', nullable: true }),
    projectsByParent: hasMany('projects', { column: 'parent_id' }),
  },
  {
    checks: {
      grades: { field: 'grade', message: "The rule 'grades' does not accept this value." },
      ends_later: { field: 'endsOn', message: 'Ends on must not be before Starts on.' },
      no_circle: { field: 'parent', message: 'Parent ID must differ from ID.' },
      projects_check: {
        field: 'effort',
        message: "The rule 'projects_check' does not accept this value.",
      },
    },
  },
)
`.split('\n'),
  )
  // A default that the constraint refuses is none.
  expect(textOf('entities/rated.ts')).toContain('stars: integer({ generated: true, minimum: 1 })')
  // The service labels the empty text, in the language of the caller.
  expect(textOf('entities/rated.ts')).toContain(
    "grade: enumOf(['', 'A'], { labels: { A: 'A' }, default: '' })",
  )
})

test('a violated constraint names its field, whether a limit or the database finds it', async () => {
  const { application, database, close } = await introspectDatabase(tables, 'plan')
  const service = await createTestService({ ...application, connection: database.connection })
  try {
    const targetsOf = async (given: object) => {
      const payload = { code: 'A-1', ...given }
      const response = await service.app.inject({
        method: 'POST',
        url: '/api/plan/projects',
        payload,
      })
      return [
        response.statusCode,
        response.json().errors?.map(({ target }: { target: string }) => target),
      ]
    }
    expect(await targetsOf({ status: 'nope', effort: 500, code: 'a' })).toEqual([
      400,
      expect.arrayContaining(['status', 'effort', 'code']),
    ])
    expect(await targetsOf({ grade: 3 })).toEqual([400, ['grade']])
    const days = { startsOn: '2026-05-02', endsOn: '2026-05-01' }
    expect(await targetsOf(days)).toEqual([400, ['endsOn']])
    expect(await targetsOf({ status: 'live', effort: 1, grade: 5 })).toEqual([201, undefined])
  } finally {
    await service.close()
    await close()
  }
})
