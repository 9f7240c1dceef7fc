/** The toolbar above a table: search, filter, views, columns and display. */
import { prefer, preferences } from '../../browser/preferences.js'
import { isNarrow } from '../../browser/window-width.js'
import { showsTrash, toggleTrash, trashField } from '../../filter/trash.js'
import { t } from '../../texts/translate.js'
import { Button, IconButton } from '../../ui/button.js'
import { ChoiceField } from '../../ui/choice-field.js'
import { laterDialog } from '../../ui/later.js'
import { Menu, MenuItem } from '../../ui/menu.js'
import { ActionButton } from '../../workflow/action-button.js'
import { ColumnChooser } from './columns/column-chooser.js'
import { preferTable } from './columns/table-preferences.js'
import { isFilterOpen, toggleFilter } from './filter-side.js'
import { choosePageSize, PageSize } from './grid/page-size.js'
import { QuickSearch, searchField } from './quick-search.js'
import { LiveSwitch } from './rows/live-switch.js'
import type { Table } from './use-table.js'
import { changeTableState } from './views/table-state.js'
import { ViewsMenu } from './views/views-menu.js'

interface ToolbarProps extends Table {
  readonly onImport: (() => void) | undefined
  readonly onExport: (() => void) | undefined
}

export const TableToolbar = (props: ToolbarProps) => {
  const { resource, state, filterShape, columns, live } = props
  const search = searchField(filterShape, resource.labelField)
  const hasRecord = state.open !== undefined
  const active = Object.keys(state.filter).length
  return (
    <div class="toolbar">
      {search && (
        <QuickSearch
          key={search.name}
          field={search}
          columns={props.shape}
          filter={state.filter}
          onChange={(filter) => changeTableState({ filter }, { replace: true })}
        />
      )}
      {filterShape && filterShape.fields.length > 0 && (
        <Button
          icon="filter"
          aria-pressed={isFilterOpen(hasRecord)}
          onClick={() => toggleFilter(hasRecord)}
        >
          {active > 0 ? t('Filter ({count})', { count: active }) : t('Filter')}
        </Button>
      )}
      <TrashButton {...props} />
      <ViewsMenu resource={resource} isCompact={isNarrow.value} />
      <span class="spacer" />
      {offersLive(props) && (!isNarrow.value || live.state !== 'off') && (
        <LiveSwitch live={live} isCompact={isNarrow.value} />
      )}
      <CollectionActions {...props} />
      {showsColumns() && <ColumnChooser {...columns} isCompact={isNarrow.value} />}
      {isNarrow.value ? <MoreMenu {...props} /> : <WideTools {...props} />}
    </div>
  )
}

const offersLive = ({ capabilities }: Table): boolean =>
  capabilities?.operations['changes']?.availability.allowed === true

/** Cards show the first fields of a record, whatever the columns of the table are. */
const showsColumns = (): boolean => !isNarrow.value || preferences.value.narrowRows === 'table'

const WideTools = (props: ToolbarProps) => {
  const { rows, onImport, onExport } = props
  return (
    <>
      <Menu label={t('Display')} icon="menu">
        {() => <DisplayChoices {...props} />}
      </Menu>
      {onImport && (
        <Button kind="quiet" icon="upload" onClick={onImport}>
          {t('Import')}
        </Button>
      )}
      {onExport && (
        <Button kind="quiet" icon="download" onClick={onExport}>
          {t('Export')}
        </Button>
      )}
      <IconButton icon="refresh" label={t('Refresh')} onClick={rows.reload} />
    </>
  )
}

/** A narrow window has one line for the toolbar, in which the search needs the room. */
const MoreMenu = (props: ToolbarProps) => {
  const { rows, live, onImport, onExport } = props
  return (
    <Menu label={t('More')} icon="more" isCompact>
      {(close) => (
        <>
          <ul class="menu-list" aria-label={t('More')}>
            {offersLive(props) && (
              <MenuItem isChosen={live.state !== 'off'} onChoose={live.toggle}>
                {t('Live')}
              </MenuItem>
            )}
            {onImport && (
              <MenuItem {...{ close }} onChoose={onImport}>
                {t('Import')}
              </MenuItem>
            )}
            {onExport && (
              <MenuItem {...{ close }} onChoose={onExport}>
                {t('Export')}
              </MenuItem>
            )}
            <MenuItem {...{ close }} onChoose={rows.reload}>
              {t('Refresh')}
            </MenuItem>
          </ul>
          <DisplayChoices {...props} />
        </>
      )}
    </Menu>
  )
}

/** Shows the deleted records instead of the others, to callers who may see them. */
const TrashButton = ({ state: { filter }, filterShape }: Table) => {
  const field = trashField(filterShape)
  if (!field) return null
  const props = {
    'aria-pressed': showsTrash(filterShape, filter),
    onClick: () => changeTableState({ filter: toggleTrash(field, filter) }),
  }
  return isNarrow.value ? (
    <IconButton icon="trash" label={t('Trash')} {...props} />
  ) : (
    <Button icon="trash" {...props}>
      {t('Trash')}
    </Button>
  )
}

/** Actions on the whole resource. The selection bar has the actions on records. */
const CollectionActions = ({ resource, capabilities, shape, rows }: Table) => (
  <>
    {capabilities?.actions
      .filter(({ scope, execution }) => scope === 'COLLECTION' && !execution.selection)
      .map((action) => (
        <ActionButton key={action.id} {...{ action, resource, shape }} onDone={rows.reload} />
      ))}
  </>
)

const GroupChoice = laterDialog(async () => (await import('./groups/code.js')).GroupChoice)

const DisplayChoices = ({ resource, state, paging, size, ...table }: Table) => (
  <div class="menu stack">
    <GroupChoice {...table} group={state.group} />
    {isNarrow.value && (
      <ChoiceField
        label={t('Records')}
        value={preferences.value.narrowRows}
        onChange={(narrowRows) => prefer({ narrowRows })}
        choices={[
          ['cards', t('As cards')],
          ['table', t('As a table')],
        ]}
      />
    )}
    <ChoiceField
      label={t('Density')}
      value={preferences.value.density}
      onChange={(density) => prefer({ density })}
      choices={[
        ['comfortable', t('Comfortable')],
        ['compact', t('Compact')],
      ]}
    />
    {resource.canonicalOperations['cursor'] && (
      <ChoiceField
        label={t('More rows')}
        value={paging}
        onChange={(chosen) => {
          preferTable(resource.resourceKey, { paging: chosen })
          changeTableState({ page: 0 })
        }}
        choices={[
          ['pages', t('In pages')],
          ['endless', t('While scrolling')],
        ]}
      />
    )}
    {isNarrow.value && paging === 'pages' && (
      <PageSize size={size} onSize={(next) => choosePageSize(resource, next)} />
    )}
  </div>
)
