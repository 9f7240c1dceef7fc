/** The notes, whose table somebody else creates. */
import { defineApplication } from 'corollary'
import { notesApi } from './notes.js'

export default defineApplication({ title: 'Notes', resources: [notesApi] })
