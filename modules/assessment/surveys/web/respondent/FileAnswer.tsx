import { useRef } from 'react'
import { FileUpload } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly filesMax: number
  readonly fileIds: readonly string[]
  readonly onChange: (fileIds: string[]) => void
}

/** The files of an answer. Those that were handed in on another screen are counted, and can be taken back. */
export function FileAnswer({ filesMax, fileIds, onChange }: Props) {
  const t = useText('surveys')
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
          {t('answer.files', { count: fileIds.length })}
          <button type="button" className="sy-link" onClick={() => change([])}>
            {t('answer.clearFiles')}
          </button>
        </p>
      )}
      <FileUpload
        kind="attachment"
        countMax={filesMax}
        label={t('answer.addFiles', { count: filesMax })}
        onUploaded={(file) => change([...latest.current, file.id].slice(-filesMax))}
        onRemoved={(file) => change(latest.current.filter((one) => one !== file.id))}
      />
    </div>
  )
}
