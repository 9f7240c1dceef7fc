/** The options that a combobox offers: those that the field lists, or pages of remote options. */

import { useEffect, useRef, useState } from 'preact/hooks'
import { language } from '../browser/locale.js'
import { identity } from '../service/identity.js'
import { labelOrId, rememberLabels } from '../service/option-labels.js'
import { readOptions } from '../service/records.js'
import type { Field, FieldOption } from '../service/shape.js'
import { t } from '../texts/translate.js'
import { describeError } from '../ui/notices.js'
import { dependency } from './dependency.js'
import type { Values } from './input-props.js'

export interface Choices {
  readonly options: readonly FieldOption[]
  /** The options are those of an earlier search, until those of the current one are read. */
  readonly isStale: boolean
  readonly isLoading: boolean
  readonly hasMore: boolean
  readonly loadMore: () => void
  /** Says what the user must do first, or what went wrong. */
  readonly message: string | undefined
}

interface Pages {
  readonly key: string
  readonly options: readonly FieldOption[]
  readonly page: number
  readonly isLast: boolean
  readonly error?: string
}

const pauseMs = 200

export const useChoices = (
  field: Field,
  { search, values, isOpen }: { search: string; values: Values; isOpen: boolean },
): Choices => {
  const listed = useListed(field, search)
  const remote = useRemote(field, search, values, isOpen && field.endpoint !== undefined)
  return field.endpoint === undefined ? listed : remote
}

const useListed = ({ options = [] }: Field, search: string): Choices => {
  const wanted = search.trim().toLocaleLowerCase(language.value)
  return {
    options: options.filter(({ label }) =>
      label.toLocaleLowerCase(language.value).includes(wanted),
    ),
    isStale: false,
    isLoading: false,
    hasMore: false,
    loadMore: () => {},
    message: undefined,
  }
}

const useRemote = (field: Field, search: string, values: Values, isActive: boolean): Choices => {
  const [pages, setPages] = useState<Pages>()
  const [wantedPage, setWantedPage] = useState(0)
  const previousKey = useRef('')
  const { filter, missing } = dependency(field, values)
  const minLength = field.optionSource?.search.minLength ?? 0
  const isTooShort = search !== '' && search.length < minLength
  const key = JSON.stringify([identity.value, field.endpoint, search, filter])
  const isReady = isActive && !isTooShort && missing === undefined
  const page = previousKey.current === key ? wantedPage : 0
  useEffect(() => {
    const isSameSearch = previousKey.current === key
    previousKey.current = key
    if (!isSameSearch) setWantedPage(0)
    if (!isReady) return
    const controller = new AbortController()
    const read = async () => {
      const request = { filter, page, ...(search === '' ? {} : { search }) }
      const result = await readOptions(field.endpoint!, request, controller.signal)
      if (controller.signal.aborted) return
      if (!result.ok) {
        const error = describeError(result.error)
        setPages((shown) => ({
          ...{ key, page, isLast: true, error },
          options: shown?.key === key ? shown.options : [],
        }))
        return
      }
      const { content, last } = result.data
      rememberLabels(field, content)
      const read = content.map(({ id, label }) => ({ value: id, label: labelOrId(label, id) }))
      setPages((shown) => ({
        ...{ key, page, isLast: last },
        options: page > 0 && shown?.key === key ? [...shown.options, ...read] : read,
      }))
    }
    const timer = setTimeout(read, search !== '' && page === 0 ? pauseMs : 0)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [key, page, isReady])
  useEffect(() => {
    if (isActive) return
    // The options are read again when the list opens next.
    setPages(undefined)
    setWantedPage(0)
  }, [isActive])
  const isCurrent = pages?.key === key && pages.page === page
  return {
    options: isReady ? (pages?.options ?? []) : [],
    isStale: pages !== undefined && pages.key !== key,
    isLoading: isReady && !isCurrent,
    hasMore: isReady && isCurrent && !pages.isLast,
    loadMore: () => {
      if (isCurrent && !pages.isLast) setWantedPage(page + 1)
    },
    message: isTooShort
      ? t('Enter at least {count} characters.', { count: minLength })
      : isCurrent
        ? pages.error
        : undefined,
  }
}
