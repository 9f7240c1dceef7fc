/** Switches live rows on and off, and shows their state. */
import { t } from '../../../texts/translate.js'
import { Button } from '../../../ui/button.js'
import type { Live, LiveState } from './use-live.js'

const describe: Readonly<Record<LiveState, () => string>> = {
  off: () => '',
  connecting: () => t('Connecting…'),
  live: () => t('Following changes'),
  reconnecting: () => t('Reconnecting…'),
}

interface SwitchProps {
  readonly live: Live
  /** Shows the state by its color alone. */
  readonly isCompact: boolean
}

export const LiveSwitch = ({ live: { state, toggle }, isCompact }: SwitchProps) => (
  <>
    <Button
      kind="quiet"
      class={`live-switch ${state}`}
      aria-pressed={state !== 'off'}
      aria-label={isCompact ? t('Live') : undefined}
      title={t('Show changes as they happen')}
      onClick={toggle}
    >
      <span class="live-dot" />
      {!isCompact && t('Live')}
    </Button>
    <span role="status" class={isCompact ? 'visually-hidden' : 'live-state faint'}>
      {describe[state]()}
    </span>
  </>
)
