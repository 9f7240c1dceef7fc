import { expect, test } from 'vitest'
import { accentStyle } from './accent.js'

test.for([
  [
    'a dark color stays as it is in the light theme',
    '#0f5e57',
    /--accent: light-dark\(#0f5e57, #[4-9a-f]/,
  ],
  [
    'a light color stays as it is in the dark theme',
    '#ffd166',
    /--accent: light-dark\(#\w+, #ffd166\)/,
  ],
  [
    'text on the accent is white or black',
    '#0f5e57',
    /--on-accent: light-dark\(#ffffff, #000000\)/,
  ],
] as const)('%s', ([, color, expected]) => {
  expect(accentStyle(color)).toMatch(expected)
})

test.for(['#000000', '#ffffff', '#808080', '#ff0000', '#00ff00', '#0000ff', '#ffff00'])(
  '%s has an accent with sufficient contrast in both themes',
  (color) => {
    expect(accentStyle(color).match(/#[0-9a-f]{6}/g)).toHaveLength(4)
  },
)
