/** Collections of guarded rows, and paths of several hops: nothing depends on rows outside the access. */
import { describeTwins } from './twin-matrix.js'
import { wideResources } from './wide-contract.js'

describeTwins('the wide contract', wideResources)
