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

export const LiveSwitch = ({ live: { state, toggle } }: { live: Live }) => (
  <>
    <Button
      kind="quiet"
      class={`live-switch ${state}`}
      aria-pressed={state !== 'off'}
      title={t('Show changes as they happen')}
      onClick={toggle}
    >
      <span class="live-dot" />
      {t('Live')}
    </Button>
    <span role="status" class="live-state faint">
      {describe[state]()}
    </span>
  </>
)
