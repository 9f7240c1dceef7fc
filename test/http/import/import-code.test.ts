import { describeImports } from './imports-with-others.js'

describeImports('imports beside tenants and code')
