/** The outcome of a bulk action for each of its records. */
import { useState } from 'preact/hooks'
import type { BulkItem } from '../../src/wire/bulk.js'
import { addresses } from '../browser/router.js'
import type { CorollaryError } from '../service/connection.js'
import { type Id, type ResourceEntry, readSchema } from '../service/discovery.js'
import { useLabels } from '../service/labels.js'
import { useLoad } from '../service/load.js'
import { t, tn } from '../texts/translate.js'
import { Button } from '../ui/button.js'
import { Dialog } from '../ui/dialog.js'
import { Icon } from '../ui/icons.js'
import { ErrorNotice } from '../ui/notices.js'
import { describeBlockedItem } from '../ui/reasons.js'
import { RecordName } from '../ui/record-name.js'
import { type Outcome, withoutFailed } from './run-action.js'

interface OutcomeDialogProps {
  readonly title: string
  /** States that the action allows, for the reason why a state blocks it. */
  readonly allowedStates?: readonly string[]
  readonly resource: ResourceEntry
  readonly outcome: Outcome
  /** Ids of all records of the request. */
  readonly all: readonly Id[]
  /** Sends the request again for these records. */
  readonly onRepeat: (ids: readonly Id[]) => Promise<CorollaryError | undefined>
  readonly onClose: () => void
}

const failedFirst = (items: readonly BulkItem[]): readonly BulkItem[] =>
  items.toSorted((a, b) => Number(b.status === 'FAILED') - Number(a.status === 'FAILED'))

export const OutcomeDialog = (props: OutcomeDialogProps) => {
  const { title, allowedStates = [], resource, outcome, all, onRepeat, onClose } = props
  const [error, setError] = useState<CorollaryError>()
  const [isBusy, setBusy] = useState(false)
  const failed = outcome.items.filter(({ status }) => status === 'FAILED').map(({ id }) => id)
  const rest = withoutFailed(all, outcome)
  const repeat = async (ids: readonly Id[]) => {
    setBusy(true)
    setError(await onRepeat(ids))
    setBusy(false)
  }
  return (
    <Dialog
      title={title}
      kind="wide"
      onClose={onClose}
      footer={
        <>
          {outcome.isRefusal && rest.length > 0 && (
            <Button disabled={isBusy} onClick={() => repeat(rest)}>
              {tn(rest.length, 'Only the 1 other record', 'Only the {count} other records')}
            </Button>
          )}
          {!outcome.isRefusal && (
            <Button icon="refresh" disabled={isBusy} onClick={() => repeat(failed)}>
              {t('Repeat the failed ones')}
            </Button>
          )}
          <Button kind="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <p role="status">
        {outcome.isRefusal
          ? t('Nothing was changed: it happens to all records or to none.')
          : t('{done} of {total} records are done.', {
              done: outcome.items.length - failed.length,
              total: outcome.items.length,
            })}
      </p>
      {error && <ErrorNotice error={error} />}
      <Items {...{ allowedStates, resource }} items={failedFirst(outcome.items)} />
    </Dialog>
  )
}

const Items = ({
  allowedStates,
  resource,
  items,
}: {
  allowedStates: readonly string[]
  resource: ResourceEntry
  items: readonly BulkItem[]
}) => {
  const labels = useLabels(
    resource,
    items.map(({ id }) => id),
  )
  const url = resource.schemas.list ?? undefined
  const shape = useLoad(url, () => readSchema(url!)).data
  const describe = ({ code, message }: BulkItem): string =>
    describeBlockedItem(code, allowedStates, shape) ?? message ?? t('Failed')
  return (
    <div class="table-scroll">
      <table class="table outcome">
        <thead>
          <tr>
            <th scope="col">{t('Record')}</th>
            <th scope="col">{t('Outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <th scope="row">
                <a
                  href={addresses.record(resource.resourceKey, item.id)}
                  target="_blank"
                  rel="noreferrer"
                >
                  <RecordName {...{ resource }} label={labels?.get(String(item.id))} id={item.id} />
                </a>
              </th>
              <td class={item.status === 'FAILED' ? 'failed' : 'succeeded'}>
                <Icon name={item.status === 'FAILED' ? 'warning' : 'check'} />
                {item.status === 'FAILED' ? describe(item) : t('Done')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
