import { Alert, Button, Modal } from 'antd'
import { type DragEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { bytesText } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Found, filesMax, filesOfDrop, filesOfField } from './gather.ts'
import type { Plan } from './handover.ts'
import { ImportOutline, SkippedFiles } from './ImportOutline.tsx'
import { editedOutline, type Outline, type OutlineEdits, type OutlineRules, outlineOf } from './outline.ts'

interface Props {
  readonly title: string
  readonly rules: Omit<OutlineRules, 'looseTitle'>
  /** What was dropped beside the dialog: it opens with the outline of that. */
  readonly dropped?: Promise<Found>
  /** What the button does with so many sections. */
  readonly okText: (count: number) => string
  readonly isReady?: boolean
  /** Above the outline: fields of what is made with it. */
  readonly fields?: ReactNode
  readonly onRead?: (outline: Outline) => void
  readonly onStart: (plan: Plan) => unknown
  readonly onClose: () => void
}

/** React does not name this attribute of a field for files. */
const wholeFolder = { webkitdirectory: '' }

const noEdits: OutlineEdits = { titles: new Map(), off: new Set() }

/** Chooses a folder or a ZIP file, and shows what will be made of it before anything is. */
export function ImportDialog(props: Props) {
  const { title, dropped, okText, isReady = true, fields, onStart, onClose } = props
  const t = useText('courses')
  const { busy, run } = useAction()
  const [outline, setOutline] = useState<Outline>()
  const [edits, setEdits] = useState(noEdits)
  const [isReading, setReading] = useState(false)
  const [failed, setFailed] = useState(false)
  const latest = useRef(props)
  latest.current = props
  const looseTitle = t('authoring.import.loose')
  const read = useCallback(
    async (found: Promise<Found>) => {
      setReading(true)
      setFailed(false)
      try {
        const next = outlineOf(await found, { ...latest.current.rules, looseTitle })
        setOutline(next)
        setEdits(noEdits)
        latest.current.onRead?.(next)
      } catch {
        // A folder that was moved, or that the browser may not read.
        setFailed(true)
      }
      setReading(false)
    },
    [looseTitle],
  )
  useEffect(() => {
    if (dropped) void read(dropped)
  }, [dropped, read])
  const chapters = outline ? editedOutline(outline, edits) : []
  const sections = chapters.flatMap((chapter) => chapter.sections)
  const start = () =>
    void run(async () => onStart({ title: outline?.title || t('authoring.import.several'), chapters }))
  const bytes = bytesText(sections.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0))
  return (
    <Modal
      open
      width={760}
      title={title}
      okText={okText(sections.length)}
      cancelText={t('authoring.cancel')}
      okButtonProps={{ disabled: sections.length === 0 || !isReady || isReading, loading: busy }}
      footer={outline ? undefined : null}
      maskClosable={false}
      onOk={start}
      onCancel={onClose}
    >
      {failed && <Alert type="error" showIcon role="alert" title={t('authoring.import.unread')} />}
      {isReading && <LoadingState shape="spinner" />}
      {!outline && !isReading && <Chooser onFound={(found) => void read(found)} />}
      {outline && !isReading && (
        <div className="sy-column sy-gap-4 co-import-plan">
          {fields}
          {outline.isCut && <Alert type="warning" showIcon title={t('authoring.import.cut', { max: filesMax })} />}
          <div className="sy-row sy-wrap sy-apart sy-gap-2">
            <p role="status">
              {t('authoring.import.chapters', { count: chapters.length })}
              {t('authoring.import.and')}
              {t('authoring.import.sections', { count: sections.length, bytes })}
            </p>
            <Button type="link" size="small" onClick={() => setOutline(undefined)}>
              {t('authoring.import.another')}
            </Button>
          </div>
          {outline.chapters.length === 0 && <p className="sy-note">{t('authoring.import.nothing')}</p>}
          <ImportOutline key={outline.title} outline={outline} edits={edits} onChange={setEdits} />
          <SkippedFiles skipped={outline.skipped} isOpen={outline.chapters.length === 0} />
        </div>
      )}
    </Modal>
  )
}

function Chooser({ onFound }: { onFound: (found: Promise<Found>) => void }) {
  const t = useText('courses')
  const folder = useRef<HTMLInputElement>(null)
  const archive = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(event.type !== 'dragleave')
  }
  const chosen = ({ target }: { target: HTMLInputElement }) => {
    const files = [...(target.files ?? [])]
    // The same folder can be chosen again.
    target.value = ''
    if (files.length > 0) onFound(filesOfField(files))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the buttons inside.
    <div
      className="sy-column sy-gap-3 co-import-drop"
      data-over={isOver}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFound(filesOfDrop(event.dataTransfer))
      }}
    >
      <Icon name="folder" size={32} />
      <strong>{t('authoring.import.dropHere')}</strong>
      <p className="sy-note">{t('authoring.import.hint')}</p>
      <div className="sy-row sy-wrap sy-gap-2">
        <Button type="primary" onClick={() => folder.current?.click()}>
          {t('authoring.import.chooseFolder')}
        </Button>
        <Button onClick={() => archive.current?.click()}>{t('authoring.import.chooseArchive')}</Button>
      </div>
      <input
        ref={folder}
        type="file"
        {...wholeFolder}
        hidden
        aria-label={t('authoring.import.chooseFolder')}
        onChange={chosen}
      />
      <input
        ref={archive}
        type="file"
        accept=".zip,.h5p"
        hidden
        aria-label={t('authoring.import.chooseArchive')}
        onChange={chosen}
      />
    </div>
  )
}
