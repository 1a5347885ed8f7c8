import { Button } from 'antd'
import { ChosenUploads } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { Editor } from './use-editor.ts'
import { useFileSections } from './use-file-sections.ts'

interface Props {
  readonly editor: Editor
  readonly chapterId: string
  readonly title: string
  readonly chosen: readonly File[]
  readonly onClose: () => void
}

/** Several files on their way into a chapter: each upload by itself, and what became of it. */
export function ChapterFiles({ editor, chapterId, title, chosen, onClose }: Props) {
  const t = useText('courses')
  const { uploads, setUploads, made, failed, isWaiting, isMaking, retry } = useFileSections(editor, chapterId)
  const isOpen = isMaking || uploads.some((upload) => upload.isOpen)
  const note = isWaiting ? 'authoring.files.converting' : isMaking ? 'authoring.files.adding' : undefined
  return (
    <section className="sy-column sy-gap-3 co-files" aria-label={t('authoring.files.title', { title })}>
      <ChosenUploads chosen={chosen} onChange={setUploads} />
      {[...failed].map(([key, reason]) => (
        <p key={key} className="co-field-problem" role="alert">
          {t('authoring.files.failed', { name: uploads.find((upload) => upload.key === key)?.name ?? '', reason })}
          <Button type="link" size="small" onClick={() => retry(key)}>
            {t('authoring.files.again')}
          </Button>
        </p>
      ))}
      <div className="sy-row sy-apart sy-gap-3 sy-note">
        <span role="status">{note ? t(note) : t('authoring.files.added', { count: made.size })}</span>
        {!isOpen && (
          <Button size="small" onClick={onClose}>
            {t('authoring.files.close')}
          </Button>
        )}
      </div>
    </section>
  )
}
