import { Input, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { pictureUrl, sizedUrl } from '#web/ui/picture.ts'
import type { ArticleEditorProps, LibraryPicture } from './article-props.ts'

interface Props {
  readonly find: NonNullable<ArticleEditorProps['pictures']>
  readonly onChoose: (picture: LibraryPicture) => void
  readonly onClose: () => void
}

const [lookWidth, delayMs] = [320, 250]

/** Pictures of the library, by name. */
export function LibraryDialog({ find, onChoose, onClose }: Props) {
  const t = useText('catalog')
  const [search, setSearch] = useState('')
  const [found, setFound] = useState<readonly LibraryPicture[] | 'failed'>()
  useEffect(() => {
    let isNewest = true
    const timer = setTimeout(() => {
      find(search).then(
        (pictures) => isNewest && setFound(pictures),
        () => isNewest && setFound('failed'),
      )
    }, delayMs)
    return () => {
      isNewest = false
      clearTimeout(timer)
    }
  }, [find, search])
  return (
    <Modal open title={t('article.library')} footer={null} onCancel={onClose} width={720}>
      <Input
        value={search}
        aria-label={t('article.librarySearch')}
        placeholder={t('article.librarySearch')}
        onChange={(event) => setSearch(event.target.value)}
      />
      {found === undefined && <LoadingState rows={3} />}
      {found === 'failed' && <p role="alert">{t('article.libraryFailed')}</p>}
      {Array.isArray(found) && found.length === 0 && <EmptyState small title={t('article.libraryNone')} />}
      {Array.isArray(found) && (
        <div className="sy-article-library">
          {found.map((picture: LibraryPicture) => (
            <button key={picture.id} type="button" title={picture.name} onClick={() => onChoose(picture)}>
              <img src={sizedUrl(pictureUrl(picture.path) ?? '', lookWidth)} alt={picture.name} loading="lazy" />
            </button>
          ))}
        </div>
      )}
    </Modal>
  )
}
