/** A form over the fields of a request schema. */
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { isRequired, isShown } from '../controls/conditions.js'
import { Control } from '../controls/control.js'
import { focusControl } from '../controls/control-id.js'
import type { Values } from '../controls/input-props.js'
import { onLeave } from '../controls/on-leave.js'
import type { CorollaryError } from '../service/connection.js'
import type { Field, ShapeRule } from '../service/shape.js'
import { t, tn } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { ErrorNotice } from '../ui/notices.js'
import { isTyping, useShortcuts } from '../ui/shortcuts.js'
import { formFields, sectionsOf } from './form-values.js'
import { type RecordFormState, type Submit, useRecordForm } from './use-record-form.js'

export interface RecordFormProps {
  readonly fields: readonly Field[]
  readonly rules?: readonly ShapeRule[] | undefined
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
  const { rules = [], initial, submitLabel, onSubmit, onDirty, fill } = props
  const fields = formFields(props.fields)
  const idPrefix = useId()
  const form = useRecordForm({ fields, rules, initial, idPrefix, onSubmit, onDirty })
  const element = useRef<HTMLFormElement>(null)
  const shown = fields.filter((field) => isShown(field, form.draft.values))
  useLayoutEffect(() => {
    if (fill) form.fill(fill)
  }, [fill])
  useShortcuts([
    { key: 'Mod+Enter', label: submitLabel, run: () => form.submit(), within: element },
  ])
  useFirstFocus(idPrefix, shown)
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
        failure={form.errors.failure}
        others={form.errors.others}
        wrong={shown.filter(({ name }) => form.errors.isWrong(name))}
        onChoose={(name) => focusControl(idPrefix, name)}
      />
      {sectionsOf(shown).map((section) => (
        <FormSection key={section.title ?? ''} title={section.title}>
          {section.fields.map((field) => (
            <FormField key={field.name} {...{ field, fields, form, idPrefix }} />
          ))}
        </FormSection>
      ))}
      <FormFooter {...props} form={form} />
    </form>
  )
}

/**
 * Moves the focus to the first field that can be changed, when the form appears, unless the user
 * types into another part of the page by then.
 */
const useFirstFocus = (idPrefix: string, shown: readonly Field[]): void =>
  useLayoutEffect(() => {
    if (isTyping(document.activeElement)) return
    // A tab keeps the focus, so that arrow keys still move to the next tab.
    if (document.activeElement?.role === 'tab') return
    const first = sectionsOf(shown)
      .flatMap((section) => section.fields)
      .find(({ readOnly }) => !readOnly)
    if (first) focusControl(idPrefix, first.name)
  }, [])

interface FormFieldProps {
  readonly field: Field
  readonly fields: readonly Field[]
  readonly form: RecordFormState
  readonly idPrefix: string
}

const FormField = ({ field, fields, form, idPrefix }: FormFieldProps) => {
  const { draft, errors } = form
  const { name } = field
  return (
    <div
      class={isWide(field) ? 'cell wide' : 'cell'}
      onFocusOut={onLeave(() => errors.leave(name))}
    >
      <Control
        field={field}
        value={draft.values[name]}
        values={draft.values}
        labelOf={(other) => fields.find((each) => each.name === other)?.label ?? other}
        required={isRequired(field, draft.values)}
        error={errors.errorOf(name)}
        errorAt={(path, isLeft) => errors.nestedError(`${name}.${path}`, isLeft)}
        isPending={draft.isDirty}
        idPrefix={idPrefix}
        onChange={(value) => form.change(name, value)}
      />
    </div>
  )
}

const FormFooter = (props: RecordFormProps & { readonly form: RecordFormState }) => {
  const { form, submitLabel, onCancel, actions, aside } = props
  const cancel = async () => {
    if (await form.discard()) onCancel?.()
  }
  return (
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
      {form.draft.isDirty && !form.isBusy && <span class="faint">{t('Not saved yet')}</span>}
      <span class="spacer" />
      {aside}
    </footer>
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
