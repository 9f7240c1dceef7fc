/** A form over the fields of a request schema. */
import { useEffect, useId, useRef } from 'preact/hooks'
import { Control, focusControl } from '../controls/control.js'
import type { Values } from '../controls/input-props.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field } from '../service/shape.js'
import { t, tn } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { ErrorNotice } from '../ui/notices.js'
import { useShortcuts } from '../ui/shortcuts.js'
import { formFields, isRequired, isShown, sectionsOf } from './form-values.js'
import { errorsWithin } from './server-errors.js'
import { type Submit, useRecordForm } from './use-record-form.js'

export interface RecordFormProps {
  readonly fields: readonly Field[]
  /** The values of a record. Without them, the form starts with defaults. */
  readonly initial?: Values | undefined
  readonly submitLabel: string
  /** Sends valid values, and resolves to the error if there is one. */
  readonly onSubmit: Submit
  readonly onCancel?: (() => void) | undefined
  readonly onDirty?: ((isDirty: boolean) => void) | undefined
  /** Values to fill in. Each new object is filled in once. */
  readonly fill?: Values | undefined
  /** Buttons beside the submit button. */
  readonly actions?: preact.ComponentChildren
  /** Content at the other end of the row of buttons. */
  readonly aside?: preact.ComponentChildren
}

export const RecordForm = (props: RecordFormProps) => {
  const { initial, submitLabel, onSubmit, onCancel, onDirty, fill, actions, aside } = props
  const fields = formFields(props.fields)
  const idPrefix = useId()
  const form = useRecordForm(fields, initial, idPrefix, onSubmit, onDirty)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (fill) form.fill(fill)
  }, [fill])
  const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
  const cancel = async () => {
    if (await form.discard()) onCancel?.()
  }
  const shown = fields.filter((field) => isShown(field, form.values))
  const sections = sectionsOf(shown)
  useShortcuts([
    { key: 'Mod+Enter', label: submitLabel, run: () => form.submit(), within: element },
  ])
  useEffect(() => {
    // A tab keeps the focus, so that arrow keys still move to the next tab.
    if (document.activeElement?.role === 'tab') return
    const first = sections.flatMap((section) => section.fields).find(({ readOnly }) => !readOnly)
    if (first) focusControl(idPrefix, first.name)
  }, [])
  const wrong = shown.filter((field) => form.errorOf(field) !== undefined)
  return (
    <form
      ref={element}
      class="record-form"
      noValidate
      aria-busy={form.isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        form.submit((event.submitter as HTMLButtonElement | null)?.value)
      }}
    >
      <FormErrors
        failure={form.failure}
        others={form.placed.others}
        wrong={wrong}
        onChoose={(name) => focusControl(idPrefix, name)}
      />
      {sections.map((section) => (
        <FormSection key={section.title ?? ''} title={section.title}>
          {section.fields.map((field) => (
            <div
              key={field.name}
              class={isWide(field) ? 'cell wide' : 'cell'}
              onFocusOut={() => form.leave(field.name)}
            >
              <Control
                field={field}
                value={form.values[field.name]}
                values={form.values}
                labelOf={labelOf}
                required={isRequired(field, form.values)}
                error={form.errorOf(field)}
                errors={errorsWithin(form.placed.nested, field.name)}
                idPrefix={idPrefix}
                onChange={(value) => form.change(field.name, value)}
              />
            </div>
          ))}
        </FormSection>
      ))}
      <footer class="form-footer">
        <Button type="submit" kind="primary" aria-disabled={form.isBusy} title="Ctrl+Enter">
          {submitLabel}
        </Button>
        {actions}
        {onCancel && (
          <Button kind="quiet" onClick={cancel}>
            {t('Cancel')}
          </Button>
        )}
        {form.isDirty && !form.isBusy && <span class="faint">{t('Not saved yet')}</span>}
        <span class="spacer" />
        {aside}
      </footer>
    </form>
  )
}

/** Returns true for controls that need a whole row. */
const isWide = ({ controlType, items }: Field): boolean =>
  items !== undefined || /textarea|json|multiSelect|chipInput|array/i.test(controlType)

const FormSection = ({
  title,
  children,
}: {
  title: string | undefined
  children: preact.ComponentChildren
}) => {
  const id = useId()
  if (title === undefined) return <div class="form-grid">{children}</div>
  return (
    <section class="form-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="form-grid">{children}</div>
    </section>
  )
}

/** Errors that belong to no field, and a list of the fields with errors. */
const FormErrors = ({
  failure,
  others,
  wrong,
  onChoose,
}: {
  failure: CorollaryError | undefined
  others: readonly string[]
  wrong: readonly Field[]
  onChoose: (name: string) => void
}) => {
  const isElsewhere = failure && others.length === failure.errors.length
  return (
    <>
      {isElsewhere && <ErrorNotice error={failure} />}
      {!isElsewhere && others.length > 0 && (
        <div class="notice error" role="alert">
          <Icon name="warning" />
          <ul>
            {others.map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      {wrong.length > 1 && (
        <div class="notice error" role="alert">
          <Icon name="warning" />
          <div>
            <p>
              {tn(wrong.length, '{count} field needs a change:', '{count} fields need a change:')}
            </p>
            <ul class="row">
              {wrong.map(({ name, label }) => (
                <li key={name}>
                  <button type="button" class="link" onClick={() => onChoose(name)}>
                    {label}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  )
}
