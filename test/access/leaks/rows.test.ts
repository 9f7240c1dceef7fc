/** The sample: no response to the caller of one department depends on rows of the others. */
import people from '../../../examples/people/app.js'
import { describeTwins } from './twin-matrix.js'

describeTwins('the sample', people.resources)
