import { useRef } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import FileUpload from './FileUpload.tsx'

export interface FileIdsFieldProps {
  readonly max: number
  readonly fileIds: readonly string[]
  readonly onChange: (fileIds: string[]) => void
  /** The names of those that were there before: each is shown and taken back by itself, in place of their number. */
  readonly known?: readonly { readonly id: string; readonly name: string; readonly url: string | null }[]
}

/** The attachments of an answer. Those that were uploaded on another screen are counted, and can be taken back. */
export default function FileIdsField({ max, fileIds, onChange, known }: FileIdsFieldProps) {
  const t = useText('files')
  // Several uploads may end before the answer is drawn again.
  const latest = useRef(fileIds)
  latest.current = fileIds
  const change = (ids: readonly string[]) => {
    latest.current = ids
    onChange([...ids])
  }
  const kept = (known ?? []).filter(({ id }) => fileIds.includes(id))
  return (
    <div className="sy-column sy-gap-3">
      {kept.length > 0 && (
        <ul className="sy-plain-list sy-column sy-gap-2">
          {kept.map(({ id, name, url }) => (
            <li key={id} className="sy-row sy-gap-2">
              <Icon name="file" size={16} />
              {url === null ? (
                <span className="sy-faint">{name}</span>
              ) : (
                <a href={url} target="_blank" rel="noreferrer">
                  {name}
                </a>
              )}
              <button
                type="button"
                className="sy-button sy-button-plain sy-button-small"
                aria-label={t('given.removeOne', { name })}
                onClick={() => change(latest.current.filter((one) => one !== id))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {!known && fileIds.length > 0 && (
        <p className="sy-row sy-gap-3" role="status">
          {t('given.count', { count: fileIds.length })}
          <button type="button" className="sy-button sy-button-plain sy-button-small" onClick={() => change([])}>
            {t('given.clear')}
          </button>
        </p>
      )}
      <FileUpload
        kind="attachment"
        countMax={max - kept.length}
        label={t('given.add', { count: max })}
        onUploaded={(file) => change([...latest.current, file.id].slice(-max))}
        onRemoved={(file) => change(latest.current.filter((one) => one !== file.id))}
      />
    </div>
  )
}
