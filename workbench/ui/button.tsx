import type { ComponentChildren, JSX } from 'preact'
import { Icon, type IconName } from './icons.js'

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'icon'> & {
  readonly kind?: 'primary' | 'danger' | 'quiet' | undefined
  readonly icon?: IconName
  readonly children?: ComponentChildren
}

export const Button = ({ kind, icon, children, class: more, ...rest }: ButtonProps) => (
  <button type="button" {...rest} class={['button', kind, more].filter(Boolean).join(' ')}>
    {icon && <Icon name={icon} />}
    {children}
  </button>
)

/** A button that shows only an icon. `label` is its name and its tooltip. */
export const IconButton = ({
  icon,
  label,
  ...rest
}: Omit<ButtonProps, 'children'> & { icon: IconName; label: string }) => (
  <Button kind="quiet" {...rest} icon={icon} aria-label={label} title={label} />
)
