import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { CallError } from '#web/api/call-error.ts'
import { errorText, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { FileKindName } from '../contract.ts'
import Conversion from './Conversion.tsx'
import { actionsOf, type UploadAction, type UploadItem } from './upload-queue.ts'
import { bytesText, iconOf, typesText } from './upload-rules.ts'
import { useFileState } from './use-file-state.ts'

interface Props {
  readonly items: readonly UploadItem[]
  /** What the field takes; several kinds where it takes files of each. */
  readonly kind: FileKindName | readonly FileKindName[]
  readonly onAction: (key: number, action: UploadAction) => void
}

export function UploadList({ items, kind, onAction }: Props) {
  return (
    <ul className="sy-grid sy-gap-2">
      {items.map((item) => (
        <UploadRow key={item.key} item={item} kind={kind} onAction={(action) => onAction(item.key, action)} />
      ))}
    </ul>
  )
}

interface RowProps {
  readonly item: UploadItem
  readonly kind: Props['kind']
  readonly onAction: (action: UploadAction) => void
}

function UploadRow({ item, kind, onAction }: RowProps) {
  const t = useText('files')
  const { name, sizeBytes, sentBytes, state } = item
  const percent = Math.floor((sentBytes / Math.max(sizeBytes, 1)) * 100)
  const isBusy = state === 'unpacking' || state === 'finishing'
  const moving = isBusy || state === 'uploading' || state === 'paused' || state === 'waiting'
  return (
    <li className={`files-row files-row-${state}`}>
      <span className="files-row-icon">
        <Icon name={state === 'done' ? 'check' : iconOf(name)} size={20} />
      </span>
      <div className="files-row-body">
        <p className="files-row-name" title={name}>
          {item.file?.name ?? name}
        </p>
        {moving && (
          <div
            className={`files-bar${isBusy ? ' files-bar-busy' : ''}`}
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
          >
            <span style={{ width: `${percent}%` }} />
          </div>
        )}
        <p className="files-row-state" aria-live="polite">
          {moving ? (
            <>
              <span>{t(`upload.state.${state}`)}</span>
              {!isBusy && (
                <span className="sy-number">
                  {t('upload.progress', { percent, sent: bytesText(sentBytes), size: bytesText(sizeBytes) })}
                </span>
              )}
            </>
          ) : (
            <Outcome item={item} kind={kind} />
          )}
        </p>
        {item.file && <Converted fileId={item.file.id} />}
      </div>
      <div className="files-row-actions">
        {actionsOf[state].map((action) => (
          <Button
            key={action}
            size="small"
            type="text"
            danger={action === 'remove' && moving}
            aria-label={t('upload.actionOn', { action: t(`upload.action.${action}`), name })}
            onClick={() => onAction(action)}
          >
            {t(`upload.action.${action}`)}
          </Button>
        ))}
      </div>
    </li>
  )
}

/** The conversion on the server continues without this page. */
function Converted({ fileId }: { fileId: string }) {
  const state = useFileState(fileId)
  return state ? <Conversion state={state} mayRetry /> : null
}

function Outcome({ item, kind }: { item: UploadItem; kind: Props['kind'] }) {
  const t = useText('files')
  if (item.refusal) {
    const types = [kind]
      .flat()
      .map((one: FileKindName) => typesText(one, (fileClass) => t(`upload.class.${fileClass}`)))
      .join(' / ')
    return t(`upload.refused.${item.refusal.reason}`, { ...item.refusal.values, types })
  }
  if (item.error) return <Failure error={item.error} />
  return `${t('upload.state.done')} · ${bytesText(item.file?.sizeBytes ?? item.sizeBytes)}`
}

function Failure({ error }: { error: CallError }) {
  const t = useText('files')
  const [said, setSaid] = useState('')
  useEffect(() => {
    void errorText(error.errorCode ?? 'default', error.data).then(setSaid)
  }, [error])
  if (error.kind === 'offline') return t('upload.offline')
  return error.kind === 'refused' ? said : t('upload.failed')
}
