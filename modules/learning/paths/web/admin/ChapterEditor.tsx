import { Button, Input, InputNumber } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { ContentPicker } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { businessType, sectionsMax } from '../../contract/wire.ts'
import { type DraftChapter, type DraftSection, newSection, withoutChoice } from './outline.ts'
import { SectionEditor } from './SectionEditor.tsx'
import { WindowFields } from './WindowFields.tsx'

interface Props {
  readonly chapter: DraftChapter
  readonly index: number
  readonly moves: ReactNode
  /** All sections of the path: no content stands in it twice. */
  readonly taken: readonly DraftSection[]
  readonly onChange: (chapter: DraftChapter) => void
  readonly onRemove: () => void
}

export function ChapterEditor({ chapter, index, moves, taken, onChange, onRemove }: Props) {
  const t = useText('paths')
  const id = useId()
  const [picking, setPicking] = useState(false)
  const { title, summary, sections, choices } = chapter
  const set = (part: Partial<DraftChapter>) => onChange({ ...chapter, ...part })
  const setSection = (at: number, next: DraftSection) =>
    set({ sections: sections.map((section, place) => (place === at ? next : section)) })
  return (
    <section
      className="sy-box sy-column sy-gap-3 lp-edit-chapter"
      aria-label={title || t('edit.untitled', { number: index + 1 })}
    >
      <header>
        <b className="lp-edit-number">{index + 1}</b>
        <Input
          aria-label={t('edit.chapterTitle')}
          placeholder={t('edit.untitled', { number: index + 1 })}
          maxLength={100}
          value={title}
          onChange={(event) => set({ title: event.target.value })}
        />
        {moves}
        <Button
          type="text"
          danger
          icon={<Icon name="delete" size={18} label={t('edit.removeChapter')} />}
          onClick={onRemove}
        />
      </header>
      <Input.TextArea
        aria-label={t('edit.chapterSummary')}
        placeholder={t('edit.chapterSummary')}
        autoSize={{ minRows: 1, maxRows: 4 }}
        maxLength={500}
        value={summary}
        onChange={(event) => set({ summary: event.target.value })}
      />
      {index > 0 && <WindowFields chapter={chapter} onChange={set} />}
      {choices.map((choice, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a choice is known by its place.
        <div className="sy-row sy-wrap sy-gap-2 lp-edit-choice" key={at}>
          <Input
            aria-label={t('edit.choiceTitle')}
            maxLength={100}
            value={choice.title}
            onChange={(event) =>
              set({
                choices: choices.map((one, place) => (place === at ? { ...one, title: event.target.value } : one)),
              })
            }
          />
          <label htmlFor={`${id}-needed-${at}`}>{t('edit.choiceNeeded')}</label>
          <InputNumber
            id={`${id}-needed-${at}`}
            min={1}
            max={1000}
            value={choice.neededCount}
            onChange={(value) =>
              set({ choices: choices.map((one, place) => (place === at ? { ...one, neededCount: value ?? 1 } : one)) })
            }
          />
          <Button
            type="text"
            icon={<Icon name="close" size={16} label={t('edit.removeChoice')} />}
            onClick={() => onChange(withoutChoice(chapter, at))}
          />
        </div>
      ))}
      <SortableList
        className="lp-edit-sections"
        items={sections}
        keyOf={({ key }) => key}
        nameOf={({ name }) => name}
        onMove={(from, to) => void set({ sections: withMoved(sections, from, to) })}
      >
        {(section, at, sectionMoves) => (
          <SectionEditor
            section={section}
            choices={choices}
            onChange={(next) => setSection(at, next)}
            onRemove={() => set({ sections: sections.filter((_, place) => place !== at) })}
            moves={sectionMoves}
          />
        )}
      </SortableList>
      {sections.length === 0 && <p className="lp-edit-empty">{t('edit.emptyChapter')}</p>}
      <footer>
        <Button icon={<Icon name="plus" size={16} />} onClick={() => setPicking(true)}>
          {t('edit.addSection')}
        </Button>
        <Button
          type="text"
          disabled={choices.length >= 10}
          onClick={() => set({ choices: [...choices, { title: t('edit.choiceDefault'), neededCount: 1 }] })}
        >
          {t('edit.addChoice')}
        </Button>
      </footer>
      {picking && (
        <ContentPicker
          title={t('edit.addSection')}
          without={[businessType]}
          taken={taken}
          max={sectionsMax - taken.length}
          onClose={() => setPicking(false)}
          onPick={(contents) => set({ sections: [...sections, ...contents.map(newSection)] })}
        />
      )}
    </section>
  )
}
