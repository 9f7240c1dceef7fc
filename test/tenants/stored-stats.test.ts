import { describeStoredStats } from './stored-stats.js'

describeStoredStats('stored statistics of tenants', { hasVersionOfTenant: false })
