import { describeOwned } from './owned-with-others.js'

describeOwned('owned records with tenants')
