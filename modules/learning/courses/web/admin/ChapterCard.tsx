import { useDroppable } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Button } from 'antd'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Grip } from '#web/ui/Grip.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { movedStyle } from '#web/ui/use-reorder.ts'
import type { SectionKind } from '../../contract/wire.ts'
import { kindIcons } from '../kinds.ts'
import { ChapterFiles } from './ChapterFiles.tsx'
import { InlineName } from './InlineName.tsx'
import { bringsFolder } from './import/gather.ts'
import type { Editor } from './use-editor.ts'

interface Props {
  readonly id: string
  readonly title: string
  readonly sectionIds: readonly string[]
  /** Kinds of sections that can be added. */
  readonly kinds: readonly SectionKind[]
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (step: -1 | 1) => void
  readonly onRename: (title: string) => Promise<unknown>
  readonly onDelete: () => Promise<unknown>
  readonly onAdd: (kind: SectionKind) => void
  readonly editor: Editor
  readonly children: ReactNode
}

export function ChapterCard(props: Props) {
  const { id, title, sectionIds, kinds, onRename, onDelete, onAdd, editor, children } = props
  const { isFirst, isLast, onMove } = props
  const t = useText('courses')
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>()
  const [isOver, setOver] = useState(false)
  const choose = (chosen: readonly File[]) => chosen.length > 0 && setFiles(chosen)
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type !== 'dragleave' || event.currentTarget.contains(event.relatedTarget as Node | null))
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    setOver(false)
    // Folders and archives become chapters of their own: the outline around takes them.
    if (bringsFolder(event.dataTransfer)) return
    event.stopPropagation()
    choose([...event.dataTransfer.files])
  }
  const sortable = useSortable({ id, data: { type: 'chapter', name: title } })
  const body = useDroppable({ id: `body-${id}`, data: { type: 'body', chapterId: id, name: title } })
  return (
    <li
      className="sy-box co-edit-chapter"
      ref={sortable.setNodeRef}
      style={movedStyle(sortable)}
      data-moving={sortable.isDragging}
      data-files={isOver || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drop}
    >
      <div className="sy-row sy-gap-2 co-edit-chapter-head">
        <Grip name={title} sortable={sortable} />
        <InlineName
          value={title}
          label={t('authoring.chapterTitle')}
          maxLength={100}
          onSave={onRename}
          className="co-inline-chapter"
        />
        <span className="sy-note co-edit-count">{t('card.sections', { count: sectionIds.length })}</span>
        <RowActions name={title} isFirst={isFirst} isLast={isLast} onMove={onMove} />
        <ConfirmButton
          danger
          type="text"
          aria-label={t('authoring.deleteOf', { title })}
          icon={<Icon name="delete" size={18} />}
          question={t('authoring.deleteChapter', { title })}
          consequence={
            sectionIds.length > 0 ? t('authoring.deleteChapterHint', { count: sectionIds.length }) : undefined
          }
          confirmText={t('authoring.delete')}
          onConfirm={onDelete}
        />
      </div>
      <SortableContext items={[...sectionIds]} strategy={verticalListSortingStrategy}>
        <ol ref={body.setNodeRef} className="co-edit-sections" data-over={body.isOver}>
          {children}
        </ol>
      </SortableContext>
      {sectionIds.length === 0 && (
        <p className="co-edit-empty">
          {t('authoring.emptyChapter')} <b>{t('authoring.emptyChapterHint')}</b>
        </p>
      )}
      {isOver && <p className="co-files-drop">{t('authoring.files.drop')}</p>}
      {files && (
        <ChapterFiles editor={editor} chapterId={id} title={title} chosen={files} onClose={() => setFiles(undefined)} />
      )}
      <div className="sy-row sy-wrap sy-gap-2 sy-note co-edit-add">
        <span>{t('authoring.addSection')}</span>
        {kinds.map((kind) => (
          <Button key={kind} size="small" icon={<Icon name={kindIcons[kind]} size={16} />} onClick={() => onAdd(kind)}>
            {t(`kind.${kind}`)}
          </Button>
        ))}
        <Button size="small" icon={<Icon name="upload" size={16} />} onClick={() => input.current?.click()}>
          {t('authoring.files.add')}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          className="sy-visually-hidden"
          tabIndex={-1}
          aria-label={t('authoring.files.title', { title })}
          onChange={(event) => {
            choose([...(event.target.files ?? [])])
            // The same files can be chosen again.
            event.target.value = ''
          }}
        />
      </div>
    </li>
  )
}
