/**
 * The rows of the sample that a caller sees: those of the departments that the authorities name.
 */
import { IN, type Principal, type RowAccess } from 'corollary'

const ofDepartment = /^hr:department:(\d{1,15})$/

const departmentsOf = ({ authorities }: Principal): readonly number[] =>
  authorities.flatMap((authority) => {
    const id = ofDepartment.exec(authority)?.[1]
    return id === undefined ? [] : [Number(id)]
  })

/**
 * Everything with `hr:all`, otherwise the rows of the departments; `path` leads to the department.
 */
export const byDepartment = (path: string): RowAccess => ({
  filter: { departmentIds: IN(path) },
  visibleTo: (caller) => {
    if (caller.has('hr:all')) return 'all'
    const departmentIds = departmentsOf(caller)
    return departmentIds.length > 0 ? { departmentIds } : 'none'
  },
})
