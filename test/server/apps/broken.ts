/** An application with five errors in its contract that the type checker would refuse. */
import { BETWEEN, defineApplication, type Resource, SIZE_GT } from 'corollary'
import notes, { notesApi } from './notes.js'

const broken = {
  ...notesApi,
  data: {
    ...notesApi.data,
    response: { id: '.', body: '.', author: 'athor.name' },
    create: {},
    filter: { bodySize: SIZE_GT('body'), bodyBetween: BETWEEN('body') },
    defaultSort: ['bdoy'],
    examples: {},
  },
} as unknown as Resource

export default defineApplication({ ...notes, resources: [broken] })
