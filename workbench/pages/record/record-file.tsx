/** The file of a record: shown if it is an image, downloaded, replaced and removed. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { language } from '../../browser/locale.js'
import { saveFile } from '../../browser/save-file.js'
import { formatBytes } from '../../fields/measure.js'
import type { CorollaryError } from '../../service/connection.js'
import { deleteFile, downloadFile, type FileValue, uploadFile } from '../../service/files.js'
import type { Field } from '../../service/shape.js'
import { t } from '../../texts/translate.js'
import { Button } from '../../ui/button.js'
import { confirm } from '../../ui/confirm-dialog.js'
import { FileChooser } from '../../ui/file-chooser.js'
import { ErrorNotice } from '../../ui/notices.js'
import { describeReason } from '../../ui/reasons.js'
import { isOutdated } from '../../ui/refusals.js'
import { toast } from '../../ui/toasts.js'
import { faultOfFile } from './file-faults.js'
import type { RecordFiles } from './record-props.js'

interface RecordFileProps extends RecordFiles {
  readonly field: Field
  /** Undefined if the record has none. */
  readonly file: FileValue | undefined
}

export const RecordFile = (props: RecordFileProps) => {
  const { field, file, capabilities } = props
  const operations = capabilities?.operations
  const upload = operations?.['uploadFile']?.fields?.[field.name]
  const removal = operations?.['deleteFile']?.fields?.[field.name]
  const { share, fault, error, run, chooser } = useFile(props)
  return (
    <div class="record-file">
      {file ? (
        <>
          <Image {...props} file={file} />
          <p>
            <span dir="auto">{file.name}</span>{' '}
            <span class="faint">
              {file.type} · {formatBytes(file.size, language.value)}
            </span>
          </p>
          <div class="record-file-tools">
            <Button icon="download" onClick={run.download}>
              {t('Download')}
            </Button>
            {removal?.allowed && (
              <Button icon="trash" disabled={share !== undefined} onClick={run.remove}>
                {t('Remove')}
              </Button>
            )}
          </div>
        </>
      ) : (
        !upload?.allowed && <span class="none" role="img" aria-label={t('No value')} />
      )}
      {upload?.allowed && (
        <FileChooser
          label={file ? t('Replace the file') : t('Choose a file')}
          accept={field.accept}
          input={chooser}
          onChoose={run.upload}
        />
      )}
      {upload && !upload.allowed && <p class="faint">{describeReason(upload)}</p>}
      {share !== undefined && (
        <div class="export-progress" role="status">
          <progress aria-label={t('Upload')} value={share} />
          <Button kind="quiet" onClick={run.stop}>
            {t('Cancel')}
          </Button>
        </div>
      )}
      {fault && (
        <p class="field-error" role="alert">
          {fault}
        </p>
      )}
      {error && <ErrorNotice error={error} />}
    </div>
  )
}

/** What can be done with the file, and what became of it. */
const useFile = ({ field, file, onChanged, resource, id, etag }: RecordFileProps) => {
  /** The share that is sent; undefined if no upload runs. */
  const [share, setShare] = useState<number>()
  const [fault, setFault] = useState<string>()
  const [error, setError] = useState<CorollaryError>()
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  /** Takes the focus of buttons that disappear. It stays during an upload for the same reason. */
  const chooser = useRef<HTMLInputElement>(null)
  const place = { resource, id, etag, field: field.name }
  const begin = () => {
    setFault(undefined)
    setError(undefined)
  }
  const refuse = (refusal: CorollaryError) => {
    setError(refusal)
    if (isOutdated(refusal)) onChanged()
  }
  const upload = async (chosen: File) => {
    begin()
    const found = faultOfFile(field, chosen)
    if (found) return setFault(found)
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    setShare(0)
    const result = await uploadFile(place, chosen, { signal, onProgress: setShare })
    if (signal.aborted) return
    setShare(undefined)
    if (!result.ok) return refuse(result.error)
    toast(t('Saved.'))
    onChanged()
  }
  const remove = async () => {
    begin()
    const isSure = await confirm({
      title: t('Remove the file'),
      text: t('Remove {name}? This cannot be undone.', { name: file!.name }),
      action: t('Remove'),
      isDangerous: true,
    })
    if (!isSure) return
    const result = await deleteFile(place)
    if (!result.ok) return refuse(result.error)
    chooser.current?.focus()
    onChanged()
  }
  const download = async () => {
    begin()
    const result = await downloadFile(place)
    if (!result.ok) return refuse(result.error)
    saveFile(result.data, file!.name)
  }
  const stop = () => {
    running.current?.abort()
    setShare(undefined)
    chooser.current?.focus()
  }
  return { share, fault, error, run: { upload, remove, download, stop }, chooser }
}

/** Types that are shown. HTML and SVG are not, because they may contain scripts. */
const shownTypes: ReadonlySet<string> = new Set([
  ...['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
])

const Image = ({ resource, id, etag, field, file }: RecordFileProps & { file: FileValue }) => {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!shownTypes.has(file.type)) return undefined
    const loading = new AbortController()
    let made: string | undefined
    const load = async () => {
      const place = { resource, id, etag, field: field.name }
      const result = await downloadFile(place, loading.signal)
      // Without a preview the file can still be downloaded, which shows what is wrong.
      if (!result.ok || loading.signal.aborted) return
      made = URL.createObjectURL(new Blob([result.data], { type: file.type }))
      setUrl(made)
    }
    load()
    return () => {
      loading.abort()
      if (made) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file.sha256, file.type])
  return url ? <img src={url} alt={file.name} /> : null
}
