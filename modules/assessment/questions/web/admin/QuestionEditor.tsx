import './admin.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { SaveBar } from '#web/ui/SaveBar.tsx'
import { TabBar } from '#web/ui/TabBar.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { questions } from '../../contract.ts'
import { DetailsFields } from './DetailsFields.tsx'
import { contentOf, type Draft, newPart } from './draft.ts'
import { type DraftProblems, draftProblems } from './draft-problems.ts'
import { countChanges, type EditorValues, scoreOfValues } from './editor-values.ts'
import { GroupField } from './GroupField.tsx'
import { KindChooser } from './KindChooser.tsx'
import { Preview } from './Preview.tsx'
import { ExplanationField, QuestionFields, StemField } from './QuestionFields.tsx'

interface Props {
  /** What the editor starts from, and what its changes are counted against. */
  readonly saved: EditorValues
  /** The kind of a question that is there stays. */
  readonly isNew: boolean
  readonly onSave: (values: EditorValues) => Promise<unknown>
  /** Of a new question: saves it, and begins the next one. */
  readonly onSaveAndNext?: (values: EditorValues) => Promise<unknown>
  /** Above the fields. */
  readonly notes?: ReactNode
}

const noProblems: DraftProblems = new Map()

/** Writes a question: its content at the left, how learners see it and its details at the right. */
export function QuestionEditor({ saved, isNew, onSave, onSaveAndNext, notes }: Props) {
  const t = useText('questions')
  const [values, setValues] = useState(saved)
  const [isChecked, setChecked] = useState(false)
  const [side, setSide] = useState<'preview' | 'details'>('preview')
  const directories = useQuery(q(questions.listDirectories, {}, { quiet: true }))
  const { busyWith, run } = useAction()
  const count = useMemo(() => countChanges(values, saved), [values, saved])
  const { holder } = useLeaveGuard(count > 0 && busyWith === undefined)
  const shown = useDeferredValue(values)
  const content = useMemo(() => contentOf(shown.draft), [shown.draft])
  const problems = useMemo(() => (isChecked ? draftProblems(values.draft) : noProblems), [isChecked, values.draft])
  const set = (part: Partial<EditorValues>) => setValues((before) => ({ ...before, ...part }))
  const setDraft = (part: Partial<Draft>) => setValues((before) => ({ ...before, draft: { ...before.draft, ...part } }))
  const attempt = (name: string, work: (values: EditorValues) => Promise<unknown>) => {
    setChecked(true)
    if (draftProblems(values.draft).size > 0) return
    void run(() => work(values), { name, done: t(isNew ? 'editor.created' : 'editor.saved') })
  }
  const fields = { draft: values.draft, set: setDraft, problems }
  const tabs = (['preview', 'details'] as const).map((key) => ({ key, title: t(`editor.side.${key}`) }))
  return (
    <>
      {notes}
      <div className="qb-editor">
        <div className="sy-card qb-form">
          {isNew && (
            <KindChooser
              value={values.draft.kind}
              onChange={(kind) =>
                setDraft({
                  kind,
                  ...(kind === 'group' && values.draft.parts.length === 0 && { parts: [newPart('single-choice')] }),
                })
              }
            />
          )}
          {values.draft.kind === 'group' ? (
            <>
              <StemField {...fields} />
              <GroupField {...fields} />
              <ExplanationField {...fields} />
            </>
          ) : (
            <QuestionFields {...fields} />
          )}
        </div>
        <aside className="sy-card qb-side">
          <TabBar label={t('editor.sides')} tabs={tabs} active={side} onChange={setSide} panelId="question-side" />
          <div id="question-side" role="tabpanel" aria-label={t(`editor.side.${side}`)}>
            {side === 'preview' ? (
              <Preview content={content} scoreTenths={scoreOfValues(shown)} />
            ) : (
              <DetailsFields values={values} set={set} directories={directories.data?.items ?? []} />
            )}
          </div>
        </aside>
      </div>
      <SaveBar
        count={count}
        fault={problems.size > 0 ? t('editor.fault', { count: problems.size }) : undefined}
        busy={busyWith !== undefined}
        onSave={() => attempt('save', onSave)}
        onDiscard={() => {
          setValues(saved)
          setChecked(false)
        }}
        extra={
          onSaveAndNext && (
            <Button
              loading={busyWith === 'next'}
              disabled={problems.size > 0}
              onClick={() => attempt('next', onSaveAndNext)}
            >
              {t('editor.another')}
            </Button>
          )
        }
      />
      {holder}
    </>
  )
}
