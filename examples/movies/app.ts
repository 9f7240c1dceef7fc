/** Real data: the application of `npm run start:movies`. */
import { defineApplication } from 'corollary'
import { prepareDatabase } from './database/load.js'
import { cinema } from './movies.js'

export default defineApplication({
  title: 'Movies',
  info: {
    description: 'Films with their ratings, votes, budgets and earnings.',
    contact: { name: 'The sample cinema' },
    license: { name: 'MIT', identifier: 'MIT' },
  },
  resources: [cinema],
  prepare: prepareDatabase,
})
