import { describeExceptedCallers } from './excepted-callers.js'

describeExceptedCallers('rules that except callers')
