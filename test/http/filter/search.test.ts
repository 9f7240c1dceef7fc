import { plainForm } from '../../support/search-contract.js'
import { describeSearches } from './searches.js'

describeSearches('searches', plainForm)
