import { Button } from 'antd'
import { type DragEvent, useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { attachmentsMax, type FileInfo, type FileKindName } from '../contract.ts'
import { forgetUnfinished, listUnfinished, type UnfinishedUpload } from './tus-upload.ts'
import { UploadList } from './UploadList.tsx'
import { UploadQueue } from './upload-queue.ts'
import { acceptOf, bytesText, largestText, typesText } from './upload-rules.ts'
import './files.css'

export interface FileUploadProps {
  /** The kind of field, which determines types and sizes. */
  readonly kind: FileKindName
  readonly onUploaded: (file: FileInfo) => void
  /** Called after the removal of an uploaded file. */
  readonly onRemoved?: (file: FileInfo) => void
  /** By default 1, at most 10 (SYSTEM-078). */
  readonly countMax?: number
  /** Whether an upload is in progress, for a form that waits for it. */
  readonly onBusy?: (busy: boolean) => void
  /** The label of the field, instead of “点击选择，或把文件拖到这里”. */
  readonly label?: string
}

/**
 * A field for files of any size: by click or by dragging, with progress, pause and retry; also after lost connections
 * and page reloads.
 */
export default function FileUpload({ kind, onUploaded, onRemoved, countMax = 1, onBusy, label }: FileUploadProps) {
  const t = useText('files')
  const memberId = useSession().user?.id ?? ''
  const latest = useRef({ onUploaded, onBusy })
  latest.current = { onUploaded, onBusy }
  const queue = useMemo(
    () => new UploadQueue({ kind, memberId, onUploaded: (file) => latest.current.onUploaded(file) }),
    [kind, memberId],
  )
  useEffect(() => queue.open(), [queue])
  const items = useSyncExternalStore(queue.subscribe, () => queue.items)
  const busy = items.some(({ state }) => state === 'waiting' || state === 'uploading' || state === 'finishing')
  useEffect(() => latest.current.onBusy?.(busy), [busy])
  const [tooMany, setTooMany] = useState(false)

  const limit = Math.min(countMax, attachmentsMax)
  const taken = items.filter(({ state }) => state !== 'refused').length
  const choose = (chosen: readonly File[]) => {
    setTooMany(chosen.length > limit - taken)
    queue.add(chosen.slice(0, limit - taken))
  }
  const act = (key: number, action: Parameters<UploadQueue['act']>[1]) => {
    const file = items.find((item) => item.key === key)?.file
    queue.act(key, action)
    setTooMany(false)
    if (action === 'remove' && file) onRemoved?.(file)
  }
  return (
    <div className="sy-grid sy-gap-3">
      {taken < limit && (
        <DropField kind={kind} several={limit > 1} label={label} onChosen={choose} hidesHint={items.length > 0} />
      )}
      {tooMany && (
        <p className="files-trouble" role="alert">
          {t('upload.tooMany', { max: limit })}
        </p>
      )}
      {items.length > 0 && <UploadList items={items} kind={kind} onAction={act} />}
      {items.length === 0 && <Unfinished kind={kind} memberId={memberId} />}
    </div>
  )
}

interface DropFieldProps {
  readonly kind: FileKindName
  readonly several: boolean
  readonly label: string | undefined
  readonly hidesHint: boolean
  readonly onChosen: (files: readonly File[]) => void
}

function DropField({ kind, several, label, hidesHint, onChosen }: DropFieldProps) {
  const t = useText('files')
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onChosen([...event.dataTransfer.files])
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  return (
    <>
      <button
        type="button"
        className={`files-drop${over ? ' files-drop-over' : ''}${hidesHint ? ' files-drop-small' : ''}`}
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={drag}
        onDrop={drop}
      >
        <Icon name="upload" size={hidesHint ? 18 : 28} />
        <span className="files-drop-label">{label ?? t(several ? 'upload.chooseSeveral' : 'upload.choose')}</span>
        <span id={hintId} className="sy-note files-drop-hint">
          {t('upload.hint', {
            types: typesText(kind, (fileClass) => t(`upload.class.${fileClass}`)),
            max: largestText(kind),
          })}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        className="sy-visually-hidden"
        tabIndex={-1}
        aria-label={label ?? t('upload.choose')}
        accept={acceptOf(kind)}
        multiple={several}
        onChange={(event) => {
          onChosen([...(event.target.files ?? [])])
          // Clears the field, so that the same file can be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}

/** Unfinished uploads of this field; choosing the same file resumes one. */
function Unfinished({ kind, memberId }: { kind: FileKindName; memberId: string }) {
  const t = useText('files')
  const [unfinished, setUnfinished] = useState<readonly UnfinishedUpload[]>([])
  useEffect(() => {
    let left = false
    void listUnfinished(kind, memberId)
      .then((found) => !left && setUnfinished(found))
      .catch(() => undefined)
    return () => {
      left = true
    }
  }, [kind, memberId])
  if (unfinished.length === 0) return null
  const forget = (key: string) => {
    void forgetUnfinished(key)
    setUnfinished((before) => before.filter((upload) => upload.key !== key))
  }
  return (
    <ul className="files-unfinished" aria-label={t('upload.unfinishedTitle')}>
      {unfinished.map(({ key, name, sizeBytes }) => (
        <li key={key}>
          <Icon name="history" size={16} />
          <span>{t('upload.unfinished', { name, size: bytesText(sizeBytes) })}</span>
          <Button type="link" size="small" onClick={() => forget(key)}>
            {t('upload.forget')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
