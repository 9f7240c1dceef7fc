/** Real data: what `npm run start:movies` runs. */
import { defineApplication } from 'corollary'
import { prepareDatabase } from './database/load.js'
import { cinema } from './movies.js'

export default defineApplication({ title: 'Movies', resources: [cinema], prepare: prepareDatabase })
