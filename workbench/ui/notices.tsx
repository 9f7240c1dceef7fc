/** Notices instead of data or about it: loading, nothing found, errors. */
import type { ComponentChildren } from 'preact'
import type { CorollaryError } from '../service/connection.js'
import type { Load } from '../service/load.js'
import { t } from '../texts/translate.js'
import { Button } from './button.js'
import { ChooseCaller, tenantRequired } from './choose-caller.js'
import { Icon } from './icons.js'
import { describeRefusal } from './refusals.js'

export const Loading = ({ rows = 6 }: { rows?: number | undefined }) => (
  <div class="loading" role="status" aria-label={t('Loading')}>
    <Lines count={rows} />
  </div>
)

const Lines = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <span key={index} class="skeleton" />)

/** Stands for what is loaded beside something whose loading is announced. */
export const QuietLoading = ({ rows }: { rows: number }) => (
  <div class="loading">
    <Lines count={rows} />
  </div>
)

export const Empty = ({ title, children }: { title: string; children?: ComponentChildren }) => (
  <div class="empty">
    <p class="empty-title">{title}</p>
    {children}
  </div>
)

/** An error of the service or of the connection, with its items and a way to try again. */
export const ErrorNotice = ({
  error,
  note,
  onRetry,
  children,
}: {
  error: CorollaryError
  /** Says what the error means for the data that is shown. */
  note?: string | undefined
  onRetry?: () => void
  /** Buttons that remove the cause of the error. */
  children?: ComponentChildren
}) => (
  <div class="notice error" role="alert">
    <Icon name="warning" />
    <div>
      <p>{describeError(error)}</p>
      {note && <p>{note}</p>}
      {error.errors.length > 1 && (
        <ul>
          {error.errors.map((item) => (
            <li key={`${item.target} ${item.message}`}>
              {item.target && <code>{item.target}</code>} {item.message}
            </li>
          ))}
        </ul>
      )}
      <p class="faint">
        {error.code}
        {error.traceId && ` · ${error.traceId}`}
      </p>
      {error.errors[0]?.properties['reason'] === tenantRequired ? (
        <ChooseCaller />
      ) : (
        (children || onRetry) && (
          <div class="row">
            {children}
            {onRetry && <Button onClick={onRetry}>{t('Try again')}</Button>}
          </div>
        )
      )}
    </div>
  </div>
)

interface LoadedProps<T> {
  readonly load: Pick<Load<T>, 'data' | 'error' | 'reload'>
  readonly rows?: number
  readonly children: (data: T) => ComponentChildren
}

/** Draws loaded data, or a placeholder or the error without data. */
export const Loaded = <T,>({ load, rows, children }: LoadedProps<T>) => {
  if (load.error) return <ErrorNotice error={load.error} onRetry={load.reload} />
  return load.data === undefined ? <Loading rows={rows} /> : children(load.data)
}

export const describeError: (error: CorollaryError) => string = describeRefusal
