import { Button, Checkbox, Input, Popconfirm, Tag } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { sensitiveHits } from '#modules/platform/words/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { StoredIds } from '#web/ui/stored-ids.ts'
import { useSoon } from '#web/ui/use-revision-editor.ts'
import { withMoved } from '#web/ui/with-moved.ts'
import type { EditedContent, EditedStage } from '../../contract/authoring.ts'
import { notInSubjects, subjectTypes } from '../../contract/wire.ts'
import { kindIcon } from '../kinds.ts'
import { ConditionsModal } from './ConditionsModal.tsx'
import { addContents, moveContent, withContent, withoutContent, withStage } from './stage-moves.ts'
import { type Editor, saveStages } from './use-subject-editor.ts'

const stagesMax = 50
const contentsMax = 100

/** The stages with their contents. Everything is saved as it is changed. */
export function StagesEditor({ editor }: { editor: Editor }) {
  const t = useText('subjects')
  const { subject, change } = editor
  const [stages, setStages] = useState<readonly EditedStage[]>(subject.stages)
  const [adding, setAdding] = useState<number>()
  const [conditioned, setConditioned] = useState<EditedContent>()
  const [words, setWords] = useState<string>()
  const made = useRef(0)
  const [storedIds] = useState(() => new StoredIds(stages))
  const save = useSoon(editor, async (next: readonly EditedStage[]) => {
    // A stage without a name is not saved before it has one.
    if (next.some(({ title }) => title.trim() === '')) return
    try {
      await change(saveStages(subject.id, next, storedIds))
      setWords(undefined)
    } catch (error) {
      const hits = [...sensitiveHits(error).values()].flat()
      setWords(hits.length > 0 ? [...new Set(hits.map(({ word }) => word))].join('、') : undefined)
    }
  })
  const update = (next: readonly EditedStage[]) => {
    setStages(next)
    save(next)
  }
  const addStage = () => {
    made.current += 1
    const stage = { id: `new ${made.current}`, title: t('editor.newStage', { number: stages.length + 1 }) }
    update([...stages, { ...stage, summary: '', contents: [] }])
  }
  return (
    <div className="sb-editor">
      {words !== undefined && (
        <p className="sb-field-problem" role="alert">
          {t('authoring.sensitive', { words })}
        </p>
      )}
      <SortableList
        className="sy-plain-list"
        itemClassName="sy-box sb-edit-stage"
        items={stages}
        keyOf={({ id }) => id}
        nameOf={({ title }) => title}
        onMove={(from, to) => void update(withMoved(stages, from, to))}
      >
        {(stage, index, stageMoves) => (
          <>
            <StageHeadEditor stages={stages} index={index} moves={stageMoves} onChange={update} />
            <SortableList
              className="sy-plain-list sy-column sy-gap-2 sb-edit-contents"
              itemClassName="sy-grid sy-gap-3 sb-edit-content"
              items={stage.contents}
              keyOf={({ id }) => id}
              nameOf={({ businessName }) => businessName || t('content.gone')}
              continues={{ before: index > 0, after: index < stages.length - 1 }}
              onMove={(from, to) => void update(moveContent(stages, index, from, to))}
              onRemove={(at) => update(withoutContent(stages, stage.contents[at]?.id ?? ''))}
            >
              {(content, _, moves) => (
                <ContentEditor
                  content={content}
                  personalized={subject.subjectType === subjectTypes.personalized}
                  moves={moves}
                  onChange={(part) => update(withContent(stages, content.id, part))}
                  onConditions={() => setConditioned(content)}
                />
              )}
            </SortableList>
            {stage.contents.length === 0 && <p className="sb-edit-empty">{t('editor.emptyStage')}</p>}
            <Button
              type="dashed"
              block
              icon={<Icon name="plus" size={16} />}
              disabled={stage.contents.length >= contentsMax}
              onClick={() => setAdding(index)}
            >
              {t('editor.addContents')}
            </Button>
          </>
        )}
      </SortableList>
      <Button icon={<Icon name="plus" size={16} />} disabled={stages.length >= stagesMax} onClick={addStage}>
        {t('editor.addStage')}
      </Button>
      {adding !== undefined && (
        <ContentPicker
          title={t('editor.addContents')}
          without={notInSubjects}
          taken={stages.flatMap(({ contents }) => contents)}
          max={contentsMax - (stages[adding]?.contents.length ?? 0)}
          onClose={() => setAdding(undefined)}
          onPick={(choices) => update(addContents(stages, adding, choices))}
        />
      )}
      {conditioned && (
        <ConditionsModal
          content={conditioned}
          onClose={() => setConditioned(undefined)}
          onChange={(part) => update(withContent(stages, conditioned.id, part))}
        />
      )}
    </div>
  )
}

interface HeadProps {
  readonly stages: readonly EditedStage[]
  readonly index: number
  readonly moves: ReactNode
  readonly onChange: (stages: readonly EditedStage[]) => void
}

function StageHeadEditor({ stages, index, moves, onChange }: HeadProps) {
  const t = useText('subjects')
  const stage = stages[index]
  if (!stage) return null
  const { title, summary, contents } = stage
  const number = index + 1
  const remove = () => onChange(stages.filter((_, at) => at !== index))
  const removal = (
    <Button
      type="text"
      danger
      aria-label={t('editor.removeStage', { title })}
      icon={<Icon name="delete" size={18} />}
      onClick={contents.length === 0 ? remove : undefined}
    />
  )
  return (
    <div className="sb-edit-head">
      <span className="sb-seal" aria-hidden="true">
        {number}
      </span>
      <div className="sb-edit-names">
        <Input
          variant="borderless"
          className="sb-edit-title"
          aria-label={t('editor.stageTitle', { number })}
          value={title}
          maxLength={50}
          status={title.trim() === '' ? 'error' : ''}
          onChange={(event) => onChange(withStage(stages, index, { title: event.target.value }))}
        />
        <Input
          variant="borderless"
          aria-label={t('editor.stageSummary', { number })}
          placeholder={t('editor.stageSummaryHint')}
          value={summary}
          maxLength={300}
          onChange={(event) => onChange(withStage(stages, index, { summary: event.target.value }))}
        />
      </div>
      <span className="sb-edit-buttons">
        {moves}
        {contents.length === 0 ? (
          removal
        ) : (
          <Popconfirm
            title={t('editor.removeStageAsk', { count: contents.length })}
            okText={t('editor.remove')}
            cancelText={t('authoring.cancel')}
            onConfirm={remove}
          >
            {removal}
          </Popconfirm>
        )}
      </span>
    </div>
  )
}

interface ContentProps {
  readonly content: EditedContent
  readonly personalized: boolean
  readonly moves: ReactNode
  readonly onChange: (part: Partial<EditedContent>) => void
  readonly onConditions: () => void
}

function ContentEditor({ content, personalized, moves, onChange, onConditions }: ContentProps) {
  const t = useText('subjects')
  const name = content.businessName || t('content.gone')
  const conditions = [...content.positions, ...content.organizations, ...content.topics]
  return (
    <>
      <span className="sb-content-picture" aria-hidden="true">
        {content.coverUrl ? (
          <img src={content.coverUrl} alt="" />
        ) : (
          <Icon name={kindIcon(content.businessType)} size={20} />
        )}
      </span>
      <span className="sb-content-words">
        <strong>{name}</strong>
        <span className="sy-row sy-wrap sy-note sb-content-facts">
          <span>{content.kindName}</span>
          {!content.isAvailable && <Tag color="warning">{t('content.down')}</Tag>}
          {personalized && (
            <button type="button" className="sb-quiet" onClick={onConditions}>
              {conditions.length === 0 ? t('editor.forAll') : conditions.map((one) => one.name).join('、')}
              <span className="sy-visually-hidden">{t('editor.conditionsOf', { name })}</span>
            </button>
          )}
        </span>
      </span>
      <Checkbox
        checked={content.isRequired === 1}
        onChange={(event) => onChange({ isRequired: event.target.checked ? 1 : 0 })}
      >
        {t('content.required')}
      </Checkbox>
      <span className="sb-edit-buttons">{moves}</span>
    </>
  )
}
