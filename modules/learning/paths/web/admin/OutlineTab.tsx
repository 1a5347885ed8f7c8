import { Button } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { paths } from '../../contract.ts'
import { ChapterEditor } from './ChapterEditor.tsx'
import { changeCount, type DraftChapter, draftOf, emptyChapter, inputOf } from './outline.ts'
import { type TabProps, TabSave } from './TabSave.tsx'

/** The chapters and sections of a path; what is changed is kept when it is saved, all at once. */
export function OutlineTab({ path, ...editor }: TabProps) {
  const t = useText('paths')
  const [draft, setDraft] = useState<readonly DraftChapter[]>(() => draftOf(path))
  const save = () => {
    const chapters = inputOf(draft, (number) => t('edit.untitled', { number }))
    return call(paths.changeOutline, { params: { id: path.id }, body: { revision: path.revision, chapters } })
  }
  return (
    <>
      {draft.length === 0 && <EmptyState small title={t('edit.noChapter')} description={t('edit.noChapterHint')} />}
      <SortableList
        className="lp-edit-chapters"
        items={draft}
        keyOf={({ key }) => key}
        nameOf={({ title }, index) => title || t('edit.untitled', { number: index + 1 })}
        onMove={(from, to) => void setDraft(withMoved(draft, from, to))}
      >
        {(chapter, index, moves) => (
          <ChapterEditor
            chapter={chapter}
            index={index}
            moves={moves}
            taken={draft.flatMap(({ sections }) => sections)}
            onChange={(next) => setDraft(draft.map((one, at) => (at === index ? next : one)))}
            onRemove={() => setDraft(draft.filter((_, at) => at !== index))}
          />
        )}
      </SortableList>
      <Button icon={<Icon name="plus" size={16} />} onClick={() => setDraft([...draft, emptyChapter()])}>
        {t('edit.addChapter')}
      </Button>
      <TabSave {...editor} count={changeCount(draftOf(path), draft)} done={t('edit.saved')} save={save} />
    </>
  )
}
