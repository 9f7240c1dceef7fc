/** Prints an import of the package. */
import { name, print } from './print-code.js'

export const printImports = (names: readonly string[]): string => {
  const sorted = [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en'))
  const line = `import { ${sorted.join(', ')} } from 'corollary'`
  if (line.length <= 100) return line
  const list = print(
    sorted.map((each) => name(each)),
    '',
    1000,
  )
  return `import {${list.slice(1, -1)}} from 'corollary'`
}
