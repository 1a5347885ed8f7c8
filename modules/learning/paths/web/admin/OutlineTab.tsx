import { Button } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { EditedPath } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'
import { ChapterEditor } from './ChapterEditor.tsx'
import { type DraftChapter, draftOf, emptyChapter, inputOf, moved } from './outline.ts'

/** The chapters and sections of a path; what is changed is kept when it is saved, all at once. */
export function OutlineTab({ path }: { path: EditedPath }) {
  const t = useText('paths')
  const [draft, setDraft] = useState<readonly DraftChapter[]>(() => draftOf(path))
  const [changed, setChanged] = useState(false)
  const { busy, run } = useAction()
  const change = (next: readonly DraftChapter[]) => {
    setDraft(next)
    setChanged(true)
  }
  const save = () =>
    run(
      async () => {
        const chapters = inputOf(draft, (number) => t('edit.untitled', { number }))
        const body = { revision: path.revision, chapters }
        await call(paths.changeOutline, { params: { id: path.id }, body })
      },
      { done: t('edit.saved') },
    )
  return (
    <>
      {draft.length === 0 && <EmptyState small title={t('edit.noChapter')} description={t('edit.noChapterHint')} />}
      <ol className="lp-edit-chapters">
        {draft.map((chapter, index) => (
          <li key={chapter.key}>
            <ChapterEditor
              chapter={chapter}
              index={index}
              count={draft.length}
              taken={draft.flatMap(({ sections }) => sections)}
              onChange={(next) => change(draft.map((one, at) => (at === index ? next : one)))}
              onMove={(step) => change(moved(draft, index, step))}
              onRemove={() => change(draft.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      <div className="sy-row sy-wrap sy-gap-3 lp-save-bar">
        <Button icon={<Icon name="plus" size={16} />} onClick={() => change([...draft, emptyChapter()])}>
          {t('edit.addChapter')}
        </Button>
        <span className="lp-save-note" aria-live="polite">
          {changed ? t('edit.unsaved') : ''}
        </span>
        <Button disabled={!changed || busy} onClick={() => change(draftOf(path))}>
          {t('edit.revert')}
        </Button>
        <Button type="primary" loading={busy} disabled={!changed} onClick={() => void save()}>
          {t('edit.save')}
        </Button>
      </div>
    </>
  )
}
