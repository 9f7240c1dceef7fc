/** Prints a count of a unit, such as `1 hr`. A count that is a text keeps all its digits. */
export const formatUnit = (
  count: number | string,
  unit: string,
  language: string,
  options: Pick<Intl.NumberFormatOptions, 'unitDisplay' | 'maximumFractionDigits'> = {},
): string =>
  new Intl.NumberFormat(language, {
    ...{ style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 6 },
    ...options,
  }).format(count as number)

/** Returns the name of a unit as it is written after numbers, such as `min`. */
export const nameOfUnit = (unit: string, language: string): string | undefined =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' })
    .formatToParts(2)
    .find(({ type }) => type === 'unit')?.value
