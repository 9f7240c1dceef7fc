/**
 * Dates of the Gregorian calendar as numbers of days since 1970-01-01, with integer arithmetic:
 * a `Date` for each point of a series takes several times as long. The algorithms are those of
 * Howard Hinnant (https://howardhinnant.github.io/date_algorithms.html): years begin in March, so
 * that the leap day is the last one, and come in eras of 400.
 */

export interface CivilDate {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
  /** Day of the month, from 1. */
  readonly date: number
}

const eraDays = 146_097
/** Number of days from 0000-03-01 to 1970-01-01. */
const daysBefore1970 = 719_468

export const dayNumberOf = ({ year, month, date }: CivilDate): number => {
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + date - 1
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * eraDays + dayOfEra - daysBefore1970
}

export const civilDateOf = (day: number): CivilDate => {
  const shifted = day + daysBefore1970
  const era = Math.floor(shifted / eraDays)
  const dayOfEra = shifted - era * eraDays
  const leapDays =
    Math.floor(dayOfEra / 1_460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    date: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** `yyyy-MM-dd`, for years with four digits. */
export const civilDateText = ({ year, month, date }: CivilDate): string =>
  `${fourDigits(year)}-${twoDigits(month)}-${twoDigits(date)}`

export const twoDigits = (number: number): string => (number < 10 ? `0${number}` : String(number))

export const fourDigits = (number: number): string =>
  number < 1_000 ? String(number).padStart(4, '0') : String(number)
