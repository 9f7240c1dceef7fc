/** A value that the application draws. Its errors are shown in its place. */
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { WorkbenchCell } from '../../src/client/workbench-extension.js'
import { language } from '../browser/locale.js'
import type { ResourceEntry } from '../service/discovery.js'
import { ownCell } from '../service/extension.js'
import type { Row } from '../service/records.js'
import type { Field } from '../service/shape.js'
import { t } from '../texts/translate.js'

interface OwnCellProps {
  readonly draw: WorkbenchCell
  readonly value: unknown
  readonly row: Row
  /** What is shown if the application draws nothing. */
  readonly children: ComponentChildren
}

export const OwnCell = ({ draw, value, row, children }: OwnCellProps) => {
  const place = useRef<HTMLSpanElement>(null)
  const [state, setState] = useState<'drawn' | 'usual' | { readonly error: string }>('drawn')
  useLayoutEffect(() => {
    try {
      const drawn = draw(value, row, { document, language: language.value })
      if (drawn !== undefined) place.current?.replaceChildren(drawn)
      setState(drawn === undefined ? 'usual' : 'drawn')
    } catch (error) {
      setState({ error: String(error) })
    }
  }, [draw, value, row, language.value])
  return (
    <>
      <span ref={place} hidden={state !== 'drawn'} />
      {state === 'usual' && children}
      {typeof state === 'object' && (
        <span class="faint" title={state.error}>
          {t('Error')}
        </span>
      )}
    </>
  )
}

interface OwnValueProps extends Pick<OwnCellProps, 'row' | 'children'> {
  readonly resource: Pick<ResourceEntry, 'resourceKey'>
  readonly field: Pick<Field, 'name'>
}

/** The value of a field outside of tables, drawn by the application where it draws the cells. */
export const OwnValue = ({ resource, field, row, children }: OwnValueProps) => {
  const draw = ownCell(resource.resourceKey, field.name)
  return draw ? <OwnCell {...{ draw, row, children }} value={row[field.name]} /> : children
}
