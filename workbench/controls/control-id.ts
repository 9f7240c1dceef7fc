/** The ids of controls, by which labels and the focus find them. */

export const controlId = (idPrefix: string, name: string): string => `${idPrefix}-${name}`

const enabled = 'input:enabled, select:enabled, textarea:enabled, button:enabled'

/** Moves the focus to the control: to its first input with an error, else to its first input. */
export const focusControl = (idPrefix: string, name: string): void => {
  const frame = document.getElementById(`${controlId(idPrefix, name)}-frame`)
  const inputs = [...(frame?.querySelectorAll<HTMLElement>(enabled) ?? [])]
  const input = inputs.find(({ ariaInvalid }) => ariaInvalid === 'true') ?? inputs[0]
  input?.focus({ preventScroll: true })
  const target = input?.closest('.field') ?? frame
  target?.scrollIntoView({ block: 'nearest' })
}
