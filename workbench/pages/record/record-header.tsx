/** The name of a record, and the buttons that act on the whole record. */
import { useState } from 'preact/hooks'
import { addresses } from '../../browser/router.js'
import type { Id } from '../../service/discovery.js'
import { t } from '../../texts/translate.js'
import { IconButton } from '../../ui/button.js'
import { copyText } from '../../ui/copy.js'
import { Icon } from '../../ui/icons.js'
import { Menu, MenuItem } from '../../ui/menu.js'
import { describeReason } from '../../ui/reasons.js'
import { RecordHeading } from '../../ui/record-name.js'
import { useShortcuts } from '../../ui/shortcuts.js'
import { DeleteDialog } from './delete-dialog.js'
import type { Neighbors, RecordViewProps } from './record-props.js'
import type { LoadedRecord } from './use-record.js'

type HeaderProps = RecordViewProps & { readonly record: LoadedRecord; readonly name: string }

export const RecordHeader = (props: HeaderProps) => {
  const { resource, id, record, neighbors, onClose } = props
  const Title = onClose ? 'h2' : 'h1'
  return (
    <header class="record-header">
      <div class="record-title">
        {!onClose && (
          <a class="faint" href={addresses.table(resource.resourceKey)}>
            {resource.title}
          </a>
        )}
        <Title dir="auto">
          <RecordHeading {...{ resource, id }} row={record.row} />
        </Title>
      </div>
      <div class="record-tools">
        {neighbors && <NeighborButtons {...neighbors} />}
        <IconButton icon="refresh" label={t('Refresh')} onClick={record.reload} />
        <RecordMenu {...props} />
        {onClose && (
          <>
            <a
              class="button quiet"
              href={addresses.record(resource.resourceKey, id)}
              aria-label={t('Open as a page')}
              title={t('Open as a page')}
            >
              <Icon name="open" />
            </a>
            <IconButton icon="close" label={t('Close')} onClick={onClose} />
          </>
        )}
      </div>
    </header>
  )
}

const NeighborButtons = ({ previous, next, open }: Neighbors) => {
  const go = (id: Id | undefined) => () => {
    if (id !== undefined) open(id)
  }
  useShortcuts([
    { key: '[', label: t('Previous record'), run: go(previous) },
    { key: ']', label: t('Next record'), run: go(next) },
  ])
  return (
    <>
      <IconButton
        icon="chevronLeft"
        label={t('Previous record')}
        aria-disabled={previous === undefined}
        onClick={go(previous)}
      />
      <IconButton
        icon="chevronRight"
        label={t('Next record')}
        aria-disabled={next === undefined}
        onClick={go(next)}
      />
    </>
  )
}

/** The ways to delete a record: to the trash, if the resource has one, and for ever. */
const deletionsOf = ({ capabilities }: LoadedRecord) => {
  const { delete: usual, permanentDelete } = capabilities?.operations ?? {}
  return [
    { label: t('Delete'), isPermanent: false, capability: usual },
    { label: t('Delete permanently'), isPermanent: true, capability: permanentDelete },
  ].filter(({ capability }) => capability?.supported)
}

const RecordMenu = (props: HeaderProps) => {
  const { resource, id, record, name, onDeleted } = props
  const [deletion, setDeletion] = useState<{ readonly isPermanent: boolean }>()
  const link = () => new URL(addresses.record(resource.resourceKey, id), location.href).href
  return (
    <>
      <Menu label={t('More')} icon="more" isCompact>
        {(close) => (
          <ul class="menu-list" aria-label={t('More')}>
            <MenuItem {...{ close }} onChoose={() => copyText(String(id))}>
              {t('Copy the id')}
            </MenuItem>
            <MenuItem {...{ close }} onChoose={() => copyText(link())}>
              {t('Copy the link')}
            </MenuItem>
            {record.row && (
              <MenuItem
                {...{ close }}
                onChoose={() => copyText(JSON.stringify(record.row, null, 2))}
              >
                {t('Copy as JSON')}
              </MenuItem>
            )}
            {deletionsOf(record).map(({ label, isPermanent, capability }) => (
              <MenuItem
                key={label}
                {...{ close }}
                isDangerous
                obstacle={describeReason(capability!.availability, record.shape)}
                onChoose={() => setDeletion({ isPermanent })}
              >
                {label}
              </MenuItem>
            ))}
          </ul>
        )}
      </Menu>
      {deletion && (
        <DeleteDialog
          {...{ resource, id, name, etag: record.etag, ...deletion }}
          onClose={() => setDeletion(undefined)}
          onOutdated={record.reload}
          onDeleted={() => {
            setDeletion(undefined)
            onDeleted()
          }}
        />
      )}
    </>
  )
}
