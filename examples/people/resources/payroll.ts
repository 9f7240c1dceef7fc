import { BETWEEN, category, EQUAL, GREATER_OR_EQUAL, measure, reference, series } from 'corollary'
import { people } from '../schema.js'

export const payslips = people.resource('payslips', {
  key: 'payroll.payslips',
  title: 'Payslips',
  response: {
    id: '.',
    employeeId: 'employee.id',
    employeeName: 'employee.fullName',
    departmentName: 'department.name',
    period: '.',
    gross: '.',
    net: '.',
    currency: '.',
    issuedAt: '.',
  },
  filter: {
    employeeId: EQUAL('employee.id'),
    departmentId: EQUAL('department.id'),
    periodBetween: BETWEEN('period'),
    netBetween: BETWEEN('net'),
  },
  defaultSort: ['-period'],
  optionLabel: 'employeeName',
  stats: {
    department: reference({ path: 'department.id', labelPath: 'department.name' }),
    currency: category(),
    gross: measure({ histogram: true }),
    net: measure({ histogram: true }),
    period: series({ histogram: { bucketSize: 'MONTH' } }),
    issuedAt: series(),
  },
  examples: { filter: { quarter: { value: { periodBetween: ['2026-01-01', '2026-03-31'] } } } },
})

export const monthlyCosts = people.resource('monthlyCosts', {
  key: 'payroll.monthly-costs',
  title: 'Monthly costs',
  response: {
    id: '.',
    period: '.',
    departmentId: 'department.id',
    departmentName: '.',
    headcount: '.',
    grossTotal: '.',
    netTotal: '.',
  },
  filter: {
    departmentId: EQUAL('department.id'),
    periodBetween: BETWEEN('period'),
    grossAtLeast: GREATER_OR_EQUAL('grossTotal'),
  },
  defaultSort: ['-period', 'departmentName'],
  optionLabel: 'departmentName',
  stats: {
    department: reference({ path: 'department.id', labelPath: 'departmentName' }),
    headcount: measure({ histogram: true }),
    grossTotal: measure({ histogram: true }),
    netTotal: measure({ histogram: true }),
    period: series({ histogram: { bucketSize: 'MONTH' } }),
  },
  examples: { filter: { year: { value: { periodBetween: ['2026-01-01', '2026-12-31'] } } } },
})
