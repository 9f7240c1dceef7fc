import { describeComputed } from './computed.js'

describeComputed('computed fields of tenants')
