import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'

interface Props {
  readonly files: readonly { readonly id: string; readonly name: string; readonly url: string | null }[]
}

/** Files to look at, each in a tab of its own. */
export function FileList({ files }: Props) {
  const t = useText('homework')
  if (files.length === 0) return null
  return (
    <ul className="sy-plain-list sy-column sy-gap-2" aria-label={t('files')}>
      {files.map(({ id, name, url }) => (
        <li key={id} className="sy-row sy-gap-2">
          <Icon name="file" size={16} />
          {url === null ? (
            <span className="sy-faint">{t('fileGone')}</span>
          ) : (
            <a href={url} target="_blank" rel="noreferrer">
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
