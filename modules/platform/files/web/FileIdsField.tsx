import { useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import FileUpload from './FileUpload.tsx'

export interface FileIdsFieldProps {
  readonly max: number
  readonly fileIds: readonly string[]
  readonly onChange: (fileIds: string[]) => void
}

/** The attachments of an answer. Those that were uploaded on another screen are counted, and can be taken back. */
export default function FileIdsField({ max, fileIds, onChange }: FileIdsFieldProps) {
  const t = useText('files')
  // Several uploads may end before the answer is drawn again.
  const latest = useRef(fileIds)
  latest.current = fileIds
  const change = (ids: readonly string[]) => {
    latest.current = ids
    onChange([...ids])
  }
  return (
    <div className="sy-column sy-gap-3">
      {fileIds.length > 0 && (
        <p className="sy-row sy-gap-3" role="status">
          {t('given.count', { count: fileIds.length })}
          <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={() => change([])}>
            {t('given.clear')}
          </button>
        </p>
      )}
      <FileUpload
        kind="attachment"
        countMax={max}
        label={t('given.add', { count: max })}
        onUploaded={(file) => change([...latest.current, file.id].slice(-max))}
        onRemoved={(file) => change(latest.current.filter((one) => one !== file.id))}
      />
    </div>
  )
}
