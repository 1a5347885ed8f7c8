import { Button, Checkbox, Input } from 'antd'
import { useState } from 'react'
import { bytesText } from '#modules/platform/files/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { kindIcons } from '../../kinds.ts'
import type { Outline, OutlineEdits, PlannedChapter, PlannedSection, Skipped } from './outline.ts'

interface Props {
  readonly outline: Outline
  readonly edits: OutlineEdits
  readonly onChange: (edits: OutlineEdits) => void
}

/** Above this number of sections chapters are shut at first: nobody reads so many at once. */
const openSectionsMax = 60

/** The chapters and sections that will be made: each can be renamed or left out. */
export function ImportOutline({ outline, edits, onChange }: Props) {
  const { chapters } = outline
  const count = chapters.reduce((sum, { sections }) => sum + sections.length, 0)
  const [shut, setShut] = useState<ReadonlySet<string>>(
    () => new Set(count > openSectionsMax ? chapters.map(({ key }) => key) : []),
  )
  const rename = (key: string, title: string) => onChange({ ...edits, titles: new Map(edits.titles).set(key, title) })
  const take = (keys: readonly string[], isTaken: boolean) => {
    const off = new Set(edits.off)
    for (const key of keys) isTaken ? off.delete(key) : off.add(key)
    onChange({ ...edits, off })
  }
  const toggle = (key: string) => {
    const next = new Set(shut)
    if (!next.delete(key)) next.add(key)
    setShut(next)
  }
  return (
    <ol className="co-import-chapters">
      {chapters.map((chapter) => (
        <ChapterRow
          key={chapter.key}
          chapter={chapter}
          edits={edits}
          isOpen={!shut.has(chapter.key)}
          onToggle={() => toggle(chapter.key)}
          onRename={rename}
          onTake={take}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  readonly edits: OutlineEdits
  readonly onRename: (key: string, title: string) => void
  readonly onTake: (keys: readonly string[], isTaken: boolean) => void
}

interface ChapterProps extends RowProps {
  readonly chapter: PlannedChapter
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function ChapterRow({ chapter, isOpen, onToggle, ...props }: ChapterProps) {
  const t = useText('courses')
  const { edits, onRename, onTake } = props
  const keys = chapter.sections.map(({ key }) => key)
  const taken = keys.filter((key) => !edits.off.has(key)).length
  const key = `chapter:${chapter.key}`
  return (
    <li>
      <div className="sy-row sy-gap-2 co-import-chapter" data-off={taken === 0}>
        <Checkbox
          checked={taken === keys.length}
          indeterminate={taken > 0 && taken < keys.length}
          aria-label={t('authoring.import.take', { title: chapter.title })}
          onChange={(event) => onTake(keys, event.target.checked)}
        />
        <Input
          className="co-import-name"
          variant="borderless"
          aria-label={t('authoring.chapterTitle')}
          maxLength={100}
          disabled={taken === 0}
          value={edits.titles.get(key) ?? chapter.title}
          onChange={(event) => onRename(key, event.target.value)}
        />
        <span className="sy-note co-import-size">{t('card.sections', { count: taken })}</span>
        <Button
          type="text"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'authoring.import.shut' : 'authoring.import.open', { title: chapter.title })}
          icon={<Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={18} />}
          onClick={onToggle}
        />
      </div>
      {isOpen && (
        <ol>
          {chapter.sections.map((section) => (
            <SectionLine key={section.key} section={section} {...props} />
          ))}
        </ol>
      )}
    </li>
  )
}

function SectionLine({ section, edits, onRename, onTake }: RowProps & { section: PlannedSection }) {
  const t = useText('courses')
  const { key, title, kind, path, sizeBytes } = section
  const isTaken = !edits.off.has(key)
  return (
    <li className="sy-row sy-gap-2 co-import-section" data-off={!isTaken}>
      <Checkbox
        checked={isTaken}
        aria-label={t('authoring.import.take', { title })}
        onChange={(event) => onTake([key], event.target.checked)}
      />
      <span className="co-edit-kind" data-kind={kind}>
        <Icon name={kindIcons[kind]} size={18} label={t(`kind.${kind}`)} />
      </span>
      <div className="co-import-what">
        <Input
          className="co-import-name"
          variant="borderless"
          aria-label={t('authoring.sectionTitle')}
          maxLength={200}
          disabled={!isTaken}
          value={edits.titles.get(key) ?? title}
          onChange={(event) => onRename(key, event.target.value)}
        />
        <small title={path}>{path}</small>
      </div>
      <span className="sy-note sy-number co-import-size">{bytesText(sizeBytes)}</span>
    </li>
  )
}

/** So many names are given for each reason. */
const namesMax = 20

/** What is left out, by reason. */
export function SkippedFiles({ skipped, isOpen }: { skipped: readonly Skipped[]; isOpen: boolean }) {
  const t = useText('courses')
  if (skipped.length === 0) return null
  const reasons = Map.groupBy(skipped, ({ reason }) => reason)
  return (
    <details className="co-import-skipped" open={isOpen}>
      <summary>{t('authoring.import.skipped', { count: skipped.length })}</summary>
      {[...reasons].map(([reason, files]) => (
        <div key={reason}>
          <p>{t(`authoring.import.reason.${reason}`)}</p>
          <ul className="sy-plain-list">
            {files.slice(0, namesMax).map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
            {files.length > namesMax && <li>{t('authoring.import.more', { count: files.length - namesMax })}</li>}
          </ul>
        </div>
      ))}
    </details>
  )
}
