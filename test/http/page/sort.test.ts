/** Sort: valid sort terms, their syntax, and the position of nulls. */
import { expect, test } from 'vitest'
import { expectFailure, type Json, paths, usePeople } from '../use-people.js'

const people = usePeople()
const sorted = (terms: readonly string[]) => {
  const query = terms.map((term) => `&sort=${encodeURIComponent(term)}`).join('')
  return people.page(paths.employees, `?size=200${query}`)
}
const from = `employees e
  left join departments d on d.id = e.department_id
  left join employees m on m.id = e.manager_id
  left join departments md on md.id = m.department_id`

/** The sort terms, and the equivalent ORDER BY. */
const orders: readonly (readonly [readonly string[], string])[] = [
  [[], 'e.full_name, e.id'],
  [['id'], 'e.id'],
  [['id,desc'], 'e.id desc'],
  [['hiredOn'], 'e.hired_on, e.id'],
  [['hiredOn,asc'], 'e.hired_on, e.id'],
  [['hiredOn,DESC'], 'e.hired_on desc, e.id desc'],
  [['hiredOn,Desc'], 'e.hired_on desc, e.id desc'],
  [['remote,desc', 'salary'], 'e.remote desc, e.salary, e.id'],
  [['status', 'salary,desc', 'id'], 'e.status, e.salary desc, e.id'],
  [['rating'], 'e.rating nulls last, e.id'],
  [['rating,desc'], 'e.rating desc nulls last, e.id desc'],
  [['lastReviewAt,desc'], 'e.last_review_at desc nulls last, e.id desc'],
  [['nickname'], 'e.nickname collate "und-x-icu" nulls last, e.id'],
  [['departmentName'], 'd.name collate "und-x-icu", e.id'],
  [['managerName'], 'm.full_name collate "und-x-icu" nulls last, e.id'],
  [['managerName,desc'], 'm.full_name collate "und-x-icu" desc nulls last, e.id desc'],
  [
    ['skillCount,desc', 'fullName'],
    '(select count(*) from employee_skills s where s.employee_id = e.id) desc, e.full_name, e.id',
  ],
  [['hiredOnBetween,desc'], 'e.hired_on desc, e.id desc'],
  [['salaryAtLeast'], 'e.salary, e.id'],
  [['managerDepartmentName,desc'], 'md.name collate "und-x-icu" desc nulls last, e.id desc'],
]

test.each(orders)('sort %j returns the rows in that order', async (terms, orderBy) => {
  const page = await sorted(terms)
  const rows = await people.rows(`select e.id::int from ${from} order by ${orderBy} limit 200`)
  expect(page.content.map((row: Json) => row.id)).toEqual(rows.map((row) => row.id))
  expect(page.totalElements).toBe(300)
})

test.each([
  [[], ['fullName ASC', 'id ASC']],
  [['salary,desc'], ['salary DESC', 'id DESC']],
  [
    ['remote,desc', 'salary'],
    ['remote DESC', 'salary ASC', 'id ASC'],
  ],
  [
    ['status', 'id,desc'],
    ['status ASC', 'id DESC'],
  ],
  [['id', 'status'], ['id ASC']],
])('sort %j reports the order that is applied, including the key', async (terms, expected) => {
  const { sort } = await sorted(terms)
  expect(sort).toMatchObject({ sorted: true, unsorted: false, empty: false })
  const applied = sort.orders.map(({ property, direction }: Json) => `${property} ${direction}`)
  expect(applied).toEqual(expected)
})

test('sorting by a relation keeps rows without it, last in both directions', async () => {
  for (const direction of ['asc', 'desc']) {
    const last = await people.page(paths.departments, `?size=24&sort=parentName,${direction}`)
    expect(last.content).toHaveLength(24)
    const names = last.content.map((row: Json) => row.parentName)
    expect(names.indexOf(null)).toBe(names.length - 3)
  }
})

const refused = [
  'nope',
  'full_name',
  'id;drop table employees',
  'bio',
  'skillIds',
  'dependents',
  'skillName',
  'dependentKinship',
  'department',
  'department.name',
  'datasetVersion',
  'constructor',
  '__proto__',
  'fullName,up',
  'fullName,asc,id',
  ',desc',
]

test.each(refused)('sort by %s is refused with a list of the sort fields', async (term) => {
  const url = `${paths.employees}/filter?sort=${encodeURIComponent(term)}`
  const answer = await people.send('POST', url, {})
  const [item] = expectFailure(answer, { status: 400, code: 'SORT_INVALID', targets: ['sort'] })
  if (term.startsWith('fullName')) return
  for (const field of ['id', 'fullName', 'departmentName', 'skillCount', 'hiredOnBetween']) {
    expect(item.message).toContain(field)
  }
  for (const field of ['skillIds', 'dependents', 'skillName']) {
    expect(JSON.stringify(item.properties)).not.toContain(`"${field}"`)
  }
})
