/**
 * The static types that are inferred from the contracts of the sample; `tsc` checks them, not the
 * run.
 */
import {
  type CreateType,
  type FilterType,
  type IntentType,
  integer,
  listOf,
  objectOf,
  type ResponseType,
  text,
  type UpdateType,
} from 'corollary'
import { describe, expectTypeOf, test } from 'vitest'
import type { absenceRequests } from '../../examples/people/resources/absence-requests.js'
import type { departments } from '../../examples/people/resources/departments.js'
import type { employees } from '../../examples/people/resources/employees.js'
import type { monthlyCosts } from '../../examples/people/resources/payroll.js'
import type { skills } from '../../examples/people/resources/skills.js'
import { people } from '../../examples/people/schema.js'

type Status = 'ACTIVE' | 'ON_LEAVE' | 'SUSPENDED' | 'TERMINATED'
type Kinship = 'CHILD' | 'SPOUSE' | 'PARENT'

describe('response types', () => {
  type Employee = ResponseType<typeof employees>

  test('a response has the type of each column, with null for nullable ones', () => {
    expectTypeOf<Employee['id']>().toEqualTypeOf<number>()
    expectTypeOf<Employee['fullName']>().toEqualTypeOf<string>()
    expectTypeOf<Employee['nickname']>().toEqualTypeOf<string | null>()
    expectTypeOf<Employee['remote']>().toEqualTypeOf<boolean>()
    expectTypeOf<Employee['rating']>().toEqualTypeOf<number | null>()
    expectTypeOf<Employee['hiredOn']>().toEqualTypeOf<string>()
    expectTypeOf<Employee['lastReviewAt']>().toEqualTypeOf<string | null>()
    expectTypeOf<Employee['version']>().toEqualTypeOf<number>()
    expectTypeOf<Employee['status']>().toEqualTypeOf<Status>()
  })

  test('a response has a decimal of at most 15 digits as a number', () => {
    expectTypeOf<Employee['salary']>().toEqualTypeOf<number>()
    expectTypeOf<ResponseType<typeof monthlyCosts>['grossTotal']>().toEqualTypeOf<number>()
  })

  test('a response is nullable behind a relation that may be missing, and only there', () => {
    expectTypeOf<Employee['departmentId']>().toEqualTypeOf<number>()
    expectTypeOf<Employee['departmentName']>().toEqualTypeOf<string>()
    expectTypeOf<Employee['managerId']>().toEqualTypeOf<number | null>()
    expectTypeOf<Employee['managerName']>().toEqualTypeOf<string | null>()
    expectTypeOf<ResponseType<typeof absenceRequests>['departmentName']>().toEqualTypeOf<
      string | null
    >()
  })

  test('a response has counts, lists of ids and lists of rows for collections', () => {
    expectTypeOf<Employee['skillCount']>().toEqualTypeOf<number>()
    expectTypeOf<Employee['skillIds']>().toEqualTypeOf<readonly number[]>()
    expectTypeOf<Employee['dependents']>().toEqualTypeOf<
      readonly {
        readonly fullName: string
        readonly birthDate: string
        readonly kinship: Kinship
      }[]
    >()
  })

  test('a response has the declared members and no others', () => {
    expectTypeOf<ResponseType<typeof skills>>().toEqualTypeOf<{
      readonly id: number
      readonly code: string
      readonly name: string
      readonly category: string
    }>()
  })
})

describe('create types', () => {
  test('a create may omit members that are nullable or have a default', () => {
    expectTypeOf<CreateType<typeof departments>>().toEqualTypeOf<{
      readonly code: string
      readonly name: string
      readonly parentId?: number | null
    }>()
    expectTypeOf<CreateType<typeof employees>>().toEqualTypeOf<{
      readonly code: string
      readonly fullName: string
      readonly email: string
      readonly salary: number | string
      readonly hiredOn: string
      readonly departmentId: number
      readonly status?: Status | null
      readonly birthDate?: string | null
      readonly lastReviewAt?: string | null
      readonly contractEndsAt?: string | null
      readonly remote?: boolean | null
      readonly rating?: number | null
      readonly managerId?: number | null
      readonly skillIds?: readonly number[] | null
    }>()
  })
})

describe('update types', () => {
  test('an update may omit only nullable members', () => {
    type Update = UpdateType<typeof employees>
    expectTypeOf<UpdateType<typeof departments>>().toEqualTypeOf<{
      readonly code: string
      readonly name: string
      readonly parentId?: number | null
    }>()
    expectTypeOf<Update>().toHaveProperty('status').toEqualTypeOf<Status>()
    expectTypeOf<Update>().toHaveProperty('remote').toEqualTypeOf<boolean>()
    expectTypeOf<Update['birthDate']>().toEqualTypeOf<string | null | undefined>()
  })
})

describe('intent types', () => {
  test('an intent may omit every member, and accepts null for nullable ones', () => {
    expectTypeOf<IntentType<typeof employees, 'profile'>>().toEqualTypeOf<{
      readonly nickname?: string | null
      readonly phone?: string | null
      readonly bio?: string | null
    }>()
    expectTypeOf<IntentType<typeof employees, 'compensation'>>().toEqualTypeOf<{
      readonly salary?: number | string
      readonly rating?: number | null
    }>()
  })
})

describe('filter types', () => {
  type Filter = FilterType<typeof employees>
  type Range<V> =
    | readonly [V | null, (V | null)?]
    | { readonly from?: V | null; readonly to?: V | null }

  test('a filter may omit every member, or have null', () => {
    expectTypeOf<object>().toExtend<Filter>()
    expectTypeOf<{ readonly fullName: null }>().toExtend<Filter>()
  })

  test('a filter has the operand of each operation, in the type of its target', () => {
    expectTypeOf<Filter['code']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Filter['fullName']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Filter['status']>().toEqualTypeOf<readonly Status[] | null | undefined>()
    expectTypeOf<Filter['departmentIds']>().toEqualTypeOf<readonly number[] | null | undefined>()
    expectTypeOf<Filter['salaryAtLeast']>().toEqualTypeOf<number | string | null | undefined>()
    expectTypeOf<Filter['salaryBetween']>().toEqualTypeOf<
      Range<number | string> | null | undefined
    >()
    expectTypeOf<Filter['hiredOnBetween']>().toEqualTypeOf<Range<string> | null | undefined>()
    expectTypeOf<Filter['managerIsNull']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<Filter['lastReviewOn']>().toEqualTypeOf<string | null | undefined>()
    expectTypeOf<Filter['lastReviewInLastDays']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Filter['skillCountOver']>().toEqualTypeOf<number | null | undefined>()
    expectTypeOf<Filter['remote']>().toEqualTypeOf<boolean | null | undefined>()
    expectTypeOf<Filter['dependentKinship']>().toEqualTypeOf<
      readonly Kinship[] | null | undefined
    >()
    expectTypeOf<Filter>().not.toHaveProperty('salary')
  })
})

describe('action types', () => {
  test('a structure of a request may be null only where it is nullable', () => {
    people.action(
      'employees',
      {
        title: 'Move',
        request: {
          home: objectOf({ city: text(), rooms: listOf({ size: integer() }, { maxItems: 9 }) }),
          stops: listOf({ city: text() }),
          sender: objectOf({ city: text() }, { nullable: true }),
          returns: listOf({ city: text() }, { nullable: true }),
        },
      },
      ({ request }) => {
        type Place = { readonly city: string }
        expectTypeOf(request).toEqualTypeOf<{
          readonly home: {
            readonly city: string
            readonly rooms: readonly { readonly size: number }[]
          }
          readonly stops: readonly Place[]
          readonly sender: Place | null
          readonly returns: readonly Place[] | null
        }>()
      },
    )
  })
})
