/** Options of a field and labels of its values, as React state. */
import type { Field, FieldOption } from 'corollary/client'
import { useEffect, useState } from 'react'
import { dependencyOf, type OptionReader, readLabels } from './field-options.js'
import type { Values } from './form.js'
import { type FormTexts, failureText } from './form-texts.js'

type OptionValue = FieldOption['value']
const pauseMs = 200

/** Labels of the chosen values, which are read once. */
export const useLabels = (
  field: Field,
  reader: OptionReader,
  chosen: readonly OptionValue[],
): [ReadonlyMap<OptionValue, string>, (options: readonly FieldOption[]) => void] => {
  const [labels, setLabels] = useState<ReadonlyMap<OptionValue, string>>(new Map())
  const remember = (options: readonly FieldOption[]): void =>
    setLabels((before) => new Map([...before, ...options.map(entryOf)]))
  const missing = chosen.filter((value) => !labels.has(value))
  const key = JSON.stringify(missing)
  useEffect(() => {
    if (missing.length === 0) return
    const end = new AbortController()
    readLabels(reader, field, missing, end.signal).then((read) => {
      if (!end.signal.aborted) setLabels((before) => new Map([...before, ...read]))
    })
    return () => end.abort()
  }, [key, reader])
  return [labels, remember]
}

const entryOf = ({ value, label }: FieldOption): [OptionValue, string] => [value, label]

interface Choice {
  readonly field: Field
  readonly reader: OptionReader
  /** The values of the form, which the options may depend on. */
  readonly values: Values
  /** The fields of the form. */
  readonly fields: readonly Field[]
  readonly texts: FormTexts
}

interface Found {
  readonly key: string
  readonly options: readonly FieldOption[]
  readonly page: number
  readonly hasMore: boolean
  readonly message?: string
}

/** The options that match the search, page by page. Nothing is read while the list is closed. */
export const useOptions = (
  { field, reader, values, fields, texts }: Choice,
  search: string | undefined,
) => {
  const { filter, missing } = dependencyOf(field, values)
  const minLength = field.optionSource?.search.minLength ?? 0
  const isTooShort = search !== undefined && search !== '' && search.length < minLength
  const key = JSON.stringify([search, filter])
  const [wantedPage, setWantedPage] = useState(0)
  const [found, setFound] = useState<Found>({ key: '', options: [], page: 0, hasMore: false })
  const page = found.key === key ? wantedPage : 0
  useEffect(() => {
    if (search === undefined || missing !== undefined || isTooShort) return
    const controller = new AbortController()
    const read = async (): Promise<void> => {
      try {
        const request = { search, page, filter, signal: controller.signal }
        const { options, hasMore } = await reader.page(field, request)
        setFound((before) => {
          const shown = page > 0 && before.key === key ? before.options : []
          return { key, options: [...shown, ...options], page, hasMore }
        })
      } catch (error) {
        if (controller.signal.aborted) return
        setFound({
          key,
          options: [],
          page,
          hasMore: false,
          message: failureText(error as Error, texts),
        })
      }
    }
    const timer = setTimeout(read, search === '' || page > 0 ? 0 : pauseMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, page, reader])
  const isCurrent = found.key === key && missing === undefined && !isTooShort
  const messageOf = (): string | undefined => {
    if (missing !== undefined) {
      return texts.chooseFirst(fields.find(({ name }) => name === missing)?.label ?? missing)
    }
    if (isTooShort) return texts.searchTooShort(minLength)
    if (!isCurrent) return texts.loading
    return found.message ?? (found.options.length === 0 ? texts.noOptions : undefined)
  }
  return {
    options: isCurrent ? found.options : [],
    hasMore: isCurrent && found.hasMore,
    message: messageOf(),
    readMore: () => setWantedPage(found.page + 1),
  }
}
