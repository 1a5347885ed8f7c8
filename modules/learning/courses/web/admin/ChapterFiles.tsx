import { Button } from 'antd'
import { useEffect } from 'react'
import { type ChosenUpload, ChosenUploads, type UploadSource } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { Editor } from './use-editor.ts'
import { type SectionPlace, useFileSections } from './use-file-sections.ts'

interface Props {
  readonly editor: Editor
  readonly chapterId: string
  readonly title: string
  readonly chosen: readonly File[]
  readonly onClose: () => void
}

/** Several files on their way into a chapter. */
export function ChapterFiles({ chapterId, title, ...props }: Props) {
  const t = useText('courses')
  const placeOf = () => ({ chapterId: async () => chapterId })
  return <UploadedSections {...props} label={t('authoring.files.title', { title })} placeOf={placeOf} />
}

interface UploadedSectionsProps {
  readonly editor: Editor
  readonly label: string
  readonly chosen: readonly UploadSource[]
  readonly takesPackages?: boolean
  readonly placeOf: (upload: ChosenUpload) => SectionPlace
  /** Whether leaving the screen would lose something. */
  readonly onOpen?: (isOpen: boolean) => void
  readonly onClose: () => void
}

/** Files on their way to sections: each upload by itself, and what became of it. */
export function UploadedSections(props: UploadedSectionsProps) {
  const { editor, label, chosen, takesPackages, placeOf, onOpen, onClose } = props
  const t = useText('courses')
  const { uploads, setUploads, made, failed, isWaiting, isMaking, retry } = useFileSections(editor, placeOf)
  // The list of uploads is loaded when it is first needed: until it says something, everything is on its way.
  const isOpen = isMaking || uploads === undefined || uploads.some((upload) => upload.isOpen)
  useEffect(() => onOpen?.(isOpen), [onOpen, isOpen])
  const note = isWaiting ? 'authoring.files.converting' : isMaking ? 'authoring.files.adding' : undefined
  const progress = { made: made.size, count: chosen.length }
  return (
    <section className="sy-column sy-gap-3 co-files" aria-label={label}>
      <ChosenUploads chosen={chosen} takesPackages={takesPackages} onChange={setUploads} />
      {[...failed].map(([key, reason]) => (
        <p key={key} className="co-field-problem" role="alert">
          {t('authoring.files.failed', { name: uploads?.find((upload) => upload.key === key)?.name ?? '', reason })}
          <Button type="link" size="small" onClick={() => retry(key)}>
            {t('authoring.files.again')}
          </Button>
        </p>
      ))}
      <div className="sy-row sy-apart sy-gap-3 sy-note">
        <span role="status">
          {note
            ? `${t(note)} ${t('authoring.files.progress', progress)}`
            : t('authoring.files.added', { count: made.size })}
        </span>
        {!isOpen && (
          <Button size="small" onClick={onClose}>
            {t('authoring.files.close')}
          </Button>
        )}
      </div>
    </section>
  )
}
