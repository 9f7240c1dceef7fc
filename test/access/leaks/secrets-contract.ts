/** Resources that reach hidden fields in every possible way; see `secrets-entities.ts`. */
import {
  BETWEEN,
  category,
  count,
  EQUAL,
  every,
  GREATER_OR_EQUAL,
  GREATER_THAN,
  IN,
  IS_NULL,
  ids,
  LIKE,
  list,
  measure,
  none,
  reference,
  SIZE_EQ,
  search,
  series,
  some,
} from 'corollary'
import { schema } from './secrets-entities.js'

const written = {
  code: '.',
  fullName: '.',
  email: '.',
  hiredOn: '.',
  rating: '.',
  zqWage: '.',
  zqNick: '.',
  zqBorn: '.',
  departmentId: 'department.id',
  managerId: 'manager.id',
  zqSkillIds: 'zqSkills.id',
} as const

export const staffResource = schema.resource('staff', {
  key: 'secret.staff',
  delete: true,
  title: 'Staff',
  response: {
    id: '.',
    ...written,
    zqSkillIds: ids('zqSkills'),
    status: '.',
    zqReview: '.',
    departmentName: 'department.name',
    zqDepartmentBadge: 'department.zqBadge',
    zqManagerWage: 'manager.zqWage',
    zqSkillCount: count('zqSkills'),
    zqFamilySize: count('zqFamily'),
    zqFamily: list('zqFamily', { fullName: '.' }),
    kin: list('kin', { fullName: '.', zqKinship: '.' }),
    version: '.',
  },
  create: written,
  update: written,
  intents: {
    raise: { title: 'Raise', fields: { zqWage: '.', rating: '.' } },
    contact: { title: 'Contact', fields: { email: '.', zqNick: '.' } },
    'zq-pay': { title: 'Zq pay', description: 'Zq pay', fields: { zqWage: '.', zqNick: '.' } },
  },
  filter: {
    fullName: LIKE(),
    status: IN(),
    departmentId: EQUAL('department.id'),
    zqWageAtLeast: GREATER_OR_EQUAL('zqWage'),
    zqWageBetween: BETWEEN('zqWage'),
    zqNickLike: LIKE('zqNick'),
    zqNickMissing: IS_NULL('zqNick'),
    zqBornBetween: BETWEEN('zqBorn'),
    zqManagerWage: GREATER_THAN('manager.zqWage'),
    zqSkillName: LIKE('zqSkills.name'),
    zqSkillCount: SIZE_EQ('zqSkills'),
    zqKinship: IN('kin.zqKinship'),
    kin: some('kin', { fullName: LIKE(), zqKinship: IN() }),
    everyZqKin: every('kin', { zqKinship: IN() }),
    zqSkill: none('zqSkills', { name: LIKE() }),
    label: LIKE('zqNick'),
    parts: search(['zqNick', 'fullName', 'manager.zqNick']),
    words: search(['zqNick', 'fullName'], { using: 'fullText', configuration: 'simple' }),
    zqWords: search(['zqNick', 'zqSkills.name']),
  },
  expressions: true,
  defaultSort: ['-zqWage', 'fullName'],
  optionLabel: 'zqNick',
  optionSources: {
    zqNicks: { type: 'DISTINCT_DIMENSION', path: 'zqNick' },
    zqStatuses: { type: 'CATEGORICAL_BUCKET', path: 'status', label: 'zqNick' },
    zqManagers: { type: 'LIGHT_LOOKUP', id: 'manager.id', label: 'manager.zqNick' },
    sorted: { type: 'DISTINCT_DIMENSION', path: 'rating', sorts: { zqPay: 'zqWage' } },
    zqDepending: {
      ...{ type: 'DISTINCT_DIMENSION', path: 'rating' },
      ...{ dependsOn: ['zqNickLike'], requireDependencies: true },
    },
    narrowed: {
      ...{ type: 'DISTINCT_DIMENSION', path: 'rating' },
      dependsOn: ['departmentId', 'zqNickLike'],
    },
    zqBadges: { type: 'RESOURCE_ENTITY', resource: 'secret.departments', path: 'department' },
    ratings: { type: 'DISTINCT_DIMENSION', path: 'rating', filterField: 'zqWageAtLeast' },
  },
  stats: {
    status: category(),
    department: reference({ path: 'department.id', labelPath: 'department.name' }),
    rating: category({ measure: true }),
    hiredOn: series(),
    zqRatingForPay: measure({ path: 'rating', histogram: true, authorities: ['pay:read'] }),
    zqWage: measure({ histogram: true }),
    zqNick: category(),
    zqBorn: series({ histogram: true }),
    zqManager: reference({ path: 'manager.id', labelPath: 'manager.zqNick' }),
  },
  hints: {
    zqWage: { group: 'Zq pay', helpText: 'Zq help' },
    fullName: {
      conditionalDisplay: { '>': [{ var: 'zqWage' }, 1] },
      conditionalRequired: { '!': [{ var: 'zqNick.length' }] },
      dependentField: 'zqNick',
      resetOnDependentChange: true,
    },
  },
  examples: {
    create: {
      one: {
        value: {
          code: 'X-1',
          fullName: 'One',
          email: 'one@example.com',
          hiredOn: '2026-01-01',
          zqWage: '4711.00',
          departmentId: 2,
        },
      },
    },
    filter: {
      one: { value: { status: ['ACTIVE'], zqWageAtLeast: 4711 } },
      other: {
        value: {
          $or: [{ zqWageAtLeast: 4711 }, { kin: { fullName: 'A', zqKinship: ['CHILD'] } }],
          $not: { zqSkill: { name: 'A' } },
        },
      },
    },
    response: {
      one: { value: { id: 1, kin: [{ fullName: 'A', zqKinship: 'CHILD' }], zqNick: 'N' } },
    },
  },
  deprecated: {
    fields: {
      zqNick: { since: '2026-01-01' },
      code: { since: '2026-01-01', use: 'zqNick' },
    },
    filters: {
      zqNickLike: { since: '2026-01-01' },
      fullName: { since: '2026-01-01', use: 'zqNickLike' },
    },
  },
})

export const departmentResource = schema.resource('departments', {
  key: 'secret.departments',
  delete: true,
  title: 'Departments',
  response: { id: '.', name: '.', zqBadge: '.' },
  update: { name: '.', zqBadge: '.' },
  filter: { name: LIKE() },
  defaultSort: ['zqBadge'],
  optionLabel: 'zqBadge',
})

export const kinResource = schema.resource('kin', {
  key: 'secret.kin',
  delete: true,
  title: 'Kin',
  response: { id: '.', fullName: '.', birthDate: '.', zqKinship: '.', employeeId: 'employee.id' },
  create: { fullName: '.', birthDate: '.', zqKinship: '.', employeeId: 'employee.id' },
  update: { fullName: '.', birthDate: '.', zqKinship: '.', employeeId: 'employee.id' },
  filter: { zqWage: GREATER_OR_EQUAL('employee.zqWage'), zqKinship: IN() },
  defaultSort: ['fullName'],
  optionSources: { zqKinships: { type: 'STATIC_CANONICAL', path: 'zqKinship' } },
  stats: {
    zqKinship: category(),
    zqWage: measure({ path: 'employee.zqWage' }),
    birthDate: series(),
  },
})

export const absenceResource = schema.resource('absences', {
  key: 'secret.absences',
  delete: true,
  title: 'Absences',
  response: {
    id: '.',
    employeeId: 'employee.id',
    kind: '.',
    startsOn: '.',
    zqEnds: '.',
    zqState: '.',
    days: '.',
    reason: '.',
  },
  update: { kind: '.', startsOn: '.', zqEnds: '.', days: '.' },
  intents: { explain: { title: 'Explain', fields: { reason: '.' } } },
  filter: { kind: IN(), zqState: IN(), zqEndsBetween: BETWEEN('zqEnds') },
  defaultSort: ['-startsOn'],
  stats: { kind: category(), zqState: category() },
})

export const slipResource = schema.resource('slips', {
  key: 'secret.slips',
  title: 'Slips',
  response: {
    id: '.',
    employeeId: 'employee.id',
    period: '.',
    net: '.',
    zqUnitId: 'zqUnit.id',
    zqUnitName: 'zqUnit.name',
    zqWage: 'employee.zqWage',
  },
  filter: {
    zqUnitId: EQUAL('zqUnit.id'),
    zqUnitName: LIKE('zqUnit.name'),
    periodBetween: BETWEEN('period'),
  },
  defaultSort: ['-period'],
  optionSources: {
    zqUnits: { type: 'RESOURCE_ENTITY', resource: 'secret.departments', path: 'zqUnit' },
    zqUnitNames: { type: 'LIGHT_LOOKUP', id: 'zqUnit.id', label: 'zqUnit.name' },
  },
  stats: {
    zqUnit: reference({ path: 'zqUnit.id', labelPath: 'zqUnit.name' }),
    net: measure({ histogram: true }),
    period: series(),
  },
})

export const secretResources = [
  staffResource,
  departmentResource,
  kinResource,
  absenceResource,
  slipResource,
]
