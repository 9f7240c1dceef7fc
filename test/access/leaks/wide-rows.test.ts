/**
 * Collections of guarded rows, and paths of several hops: no response depends on rows outside the
 * row access.
 */
import { describeTwins } from './twin-matrix.js'
import { wideResources } from './wide-contract.js'

describeTwins('the wide contract', wideResources)
