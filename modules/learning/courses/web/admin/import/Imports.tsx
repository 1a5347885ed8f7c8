import { Button } from 'antd'
import { type DragEvent, type ReactNode, useCallback, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { chaptersMax, sectionsMax } from '../../../contract/wire.ts'
import type { Editor } from '../use-editor.ts'
import { type Found, filesOfDrop } from './gather.ts'
import { findHandedOver, finishHandover, type Plan } from './handover.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { ImportRun } from './ImportRun.tsx'

interface Props {
  readonly editor: Editor
  /** The outline of the course: folders and archives are dropped anywhere on it. */
  readonly children: ReactNode
}

/** Chapters and sections of a folder or a ZIP file: chosen or dropped, looked at, and uploaded. */
export function Imports({ editor, children }: Props) {
  const t = useText('courses')
  const { course } = editor
  const [asked, setAsked] = useState<{ readonly dropped?: Promise<Found> }>()
  const [plan, setPlan] = useState<Plan | undefined>(() => findHandedOver(course.id))
  const [isUploading, setUploading] = useState(false)
  const [isOver, setOver] = useState(false)
  const { holder } = useLeaveGuard(plan !== undefined && isUploading)
  const sectionCount = course.chapters.reduce((sum, { sections }) => sum + sections.length, 0)
  const [only] = course.chapters
  const isNew = course.chapters.length === 1 && only?.sections.length === 0
  const room = {
    chapters: chaptersMax - (isNew ? 0 : course.chapters.length),
    sections: sectionsMax - sectionCount,
  }
  const close = () => {
    finishHandover(course.id)
    setPlan(undefined)
  }
  const follow = useCallback((isOpen: boolean) => setUploading(isOpen), [])
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type !== 'dragleave' || event.currentTarget.contains(event.relatedTarget as Node | null))
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    if (event.dataTransfer.items.length === 0) return
    event.preventDefault()
    // One at a time: the room in the course is known again when it is through.
    if (!plan) setAsked({ dropped: filesOfDrop(event.dataTransfer) })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way beside the button inside.
    <div
      className="co-import"
      data-over={(isOver && !plan) || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDropCapture={() => setOver(false)}
      onDrop={drop}
    >
      {children}
      {plan ? (
        <ImportRun editor={editor} plan={plan} onOpen={follow} onClose={close} />
      ) : (
        <p className="sy-row sy-wrap sy-gap-2 sy-note co-import-bar">
          <Button icon={<Icon name="folder" size={16} />} onClick={() => setAsked({})}>
            {t('authoring.import.button')}
          </Button>
          {t('authoring.import.orDrop')}
        </p>
      )}
      {asked && (
        <ImportDialog
          title={t('authoring.import.button')}
          rules={{ room, kinds: course.sectionKinds }}
          dropped={asked.dropped}
          okText={(count) => t('authoring.import.go', { count })}
          onStart={(next) => {
            setPlan(next)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
      {holder}
    </div>
  )
}
