import { defineApplication } from 'corollary'
import { createTables, taskResource } from './tasks.ts'

export default defineApplication({
  title: 'my-service',
  resources: [taskResource],
  prepare: createTables,
})
