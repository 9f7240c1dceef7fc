#!/usr/bin/env node
/** The command line: `corollary-react-admin generate <url>` writes an admin of a service. */
import { runGenerator } from '../../shared/src/generate/command.js'
import { adminFiles } from './generate/admin.js'

await runGenerator({
  name: 'corollary-react-admin',
  product: 'a react-admin application',
  folder: 'src/admin',
  filesOf: ({ baseUrl, description, pages }) => {
    const { title, contextPath } = description
    return adminFiles({ title, baseUrl, contextPath }, pages)
  },
})
