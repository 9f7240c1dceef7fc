import { describeQueries } from './queries.js'

describeQueries('queries of tenants')
