import { useSortable } from '@dnd-kit/sortable'
import { Button, Checkbox, Switch, Tag, Tooltip } from 'antd'
import type { FileState } from '#modules/platform/files/contract.ts'
import { Conversion } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { clockText } from '#web/media/clock.ts'
import { Grip } from '#web/ui/Grip.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RowActions } from '#web/ui/RowActions.tsx'
import { movedStyle, type ReorderData } from '#web/ui/use-reorder.ts'
import type { EditedCourse } from '../../contract/authoring.ts'
import { kindIcons } from '../kinds.ts'
import { InlineName } from './InlineName.tsx'

export type EditedSection = EditedCourse['chapters'][number]['sections'][number]

interface SectionData extends ReorderData {
  readonly type: 'section'
}

interface Props {
  readonly section: EditedSection
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onMove: (step: -1 | 1) => void
  /** How far its file is made ready to be shown. */
  readonly conversion: FileState | undefined
  readonly onRename: (title: string) => Promise<unknown>
  readonly onRequire: (required: boolean) => Promise<unknown>
  readonly onEdit: () => void
  /** Among those that are changed together. */
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
  readonly onDelete: () => void
}

export function SectionRow(props: Props) {
  const { section, conversion, onRename, onRequire, onEdit, onDelete, isChosen, onChoose } = props
  const { isFirst, isLast, onMove } = props
  const t = useText('courses')
  const sortable = useSortable({ id: section.id, data: { type: 'section', name: section.title } satisfies SectionData })
  const { unit, unitCount, kind, title } = section
  const length = unit === 'ms' ? clockText(unitCount) : unit === 'page' ? t('outline.pages', { count: unitCount }) : ''
  return (
    <li
      className="sy-row sy-gap-2 co-edit-section"
      ref={sortable.setNodeRef}
      style={movedStyle(sortable)}
      data-moving={sortable.isDragging}
    >
      <Grip name={title} sortable={sortable} />
      <Checkbox
        checked={isChosen}
        aria-label={t('authoring.many.choose', { title })}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span className="co-edit-kind" data-kind={kind}>
        <Icon name={kindIcons[kind]} size={18} label={t(`kind.${kind}`)} />
      </span>
      <InlineName value={title} label={t('authoring.sectionTitle')} maxLength={200} onSave={onRename} />
      {conversion && conversion.translateType !== 1 && <Conversion state={conversion} mayRetry />}
      {section.freePreview && <Tag className="co-tag">{t('offer.free')}</Tag>}
      {section.needsReview === 1 && <Tag className="co-tag">{t('authoring.proofTag')}</Tag>}
      <span className="sy-note co-edit-length sy-number">{length}</span>
      <span className="sy-inline co-edit-required">
        <Switch
          size="small"
          checked={section.isRequired === 1}
          aria-label={t('authoring.requiredOf', { title })}
          onChange={(checked) => void onRequire(checked).catch(() => undefined)}
        />
        <span aria-hidden="true">{t(section.isRequired === 1 ? 'outline.required' : 'outline.elective')}</span>
      </span>
      <span className="co-edit-actions">
        <RowActions name={title} isFirst={isFirst} isLast={isLast} onMove={onMove} />
        <Tooltip title={t('authoring.edit')}>
          <Button
            type="text"
            aria-label={t('authoring.editOf', { title })}
            icon={<Icon name="edit" size={18} />}
            onClick={onEdit}
          />
        </Tooltip>
        <Tooltip title={t('authoring.delete')}>
          <Button
            type="text"
            aria-label={t('authoring.deleteOf', { title })}
            icon={<Icon name="delete" size={18} />}
            onClick={onDelete}
          />
        </Tooltip>
      </span>
    </li>
  )
}
