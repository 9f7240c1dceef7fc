import { BETWEEN, EQUAL, GREATER_OR_EQUAL } from 'corollary'
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
  examples: { filter: { year: { value: { periodBetween: ['2026-01-01', '2026-12-31'] } } } },
})
