/**
 * Derives the accent colors of the two themes from one color: each is as close to it as the
 * contrast of text allows, which is at least 4.5 to 1 (WCAG 2.2, 1.4.3).
 */

type Rgb = readonly [red: number, green: number, blue: number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** The surface with the least contrast on which a theme shows the accent, and what to mix in. */
const themes = {
  light: { surface: [255, 255, 255], least: [238, 241, 246], toward: black },
  dark: { surface: [23, 25, 28], least: [36, 40, 45], toward: white },
} as const satisfies Record<string, { surface: Rgb; least: Rgb; toward: Rgb }>

const textContrast = 4.5

/** Share of the accent in the surface of selected rows. */
const selectedShare = 0.1

export const accentStyle = (color: string): string => {
  const light = accentOf(color, 'light')
  const dark = accentOf(color, 'dark')
  const pair = (read: (accent: Rgb) => Rgb) =>
    `light-dark(${print(read(light))}, ${print(read(dark))})`
  const share = `${selectedShare * 100}%`
  return `:root {
  --accent: ${pair((accent) => accent)};
  --on-accent: ${pair(textOn)};
  --selected: color-mix(in srgb, var(--accent) ${share}, var(--surface));
}
`
}

const accentOf = (color: string, theme: keyof typeof themes): Rgb => {
  const { surface, least, toward } = themes[theme]
  const given = parse(color)
  const candidates = Array.from({ length: 101 }, (_, percent) => mix(given, toward, percent / 100))
  return candidates.find((accent) =>
    [least, mix(surface, accent, selectedShare)].every(
      (background) => contrast(accent, background) >= textContrast,
    ),
  )!
}

/** Black or white has a contrast of at least 4.5 to 1 on every color. */
const textOn = (background: Rgb): Rgb =>
  contrast(white, background) >= contrast(black, background) ? white : black

const parse = (color: string): Rgb => {
  const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  return [channel(1), channel(3), channel(5)]
}

const print = (color: Rgb): string =>
  `#${color.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

const mix = (color: Rgb, other: Rgb, share: number): Rgb => {
  const channel = (index: 0 | 1 | 2) =>
    Math.round(color[index] * (1 - share) + other[index] * share)
  return [channel(0), channel(1), channel(2)]
}

/** Relative luminance, as WCAG defines it. */
const luminance = (color: Rgb): number => {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (color: Rgb, background: Rgb): number => {
  const [low, high] = [luminance(color), luminance(background)].sort((a, b) => a - b) as [
    number,
    number,
  ]
  return (high + 0.05) / (low + 0.05)
}
