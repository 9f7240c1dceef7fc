/** The lists of choices of a file: each is declared once, before the components. */
import type { FieldOption } from 'corollary/client'
import { lineLiteral } from '../../../shared/src/generate/literal.js'
import { variableName } from '../../../shared/src/generate/names.js'

export interface Choices {
  /** Returns the name of the constant with these options. */
  add(field: string, options: readonly FieldOption[]): string
  declarations(): readonly string[]
}

export const createChoices = (): Choices => {
  const names = new Map<string, string>()
  return {
    add: (field, options) => {
      const lines = options.map(
        ({ value, label }) => `  ${lineLiteral({ id: value, name: label })},`,
      )
      const list = lines.length === 1 ? `[${lines[0]!.slice(2, -1)}]` : `[\n${lines.join('\n')}\n]`
      const taken = [...names.values()]
      const base = `${variableName(field)}Choices`
      let name = base
      for (let count = 2; taken.includes(name); count++) name = `${base}${count}`
      if (!names.has(list)) names.set(list, name)
      return names.get(list)!
    },
    declarations: () => [...names].map(([list, name]) => `const ${name} = ${list}`),
  }
}
