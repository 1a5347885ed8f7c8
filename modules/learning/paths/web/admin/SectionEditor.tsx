import { Button, Checkbox, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { DraftChapter, DraftSection } from './outline.ts'

interface Props {
  readonly section: DraftSection
  readonly choices: DraftChapter['choices']
  readonly moves: ReactNode
  readonly onChange: (section: DraftSection) => void
  readonly onRemove: () => void
}

/** How a section counts: required, elective, or one of a choice. */
type Weight = 'required' | 'elective' | number

export function SectionEditor({ section, choices, moves, onChange, onRemove }: Props) {
  const t = useText('paths')
  const language = useLanguage()
  const { name, kind, require, choice, needsReview, isAvailable } = section
  const weight: Weight = choice ?? (require === 1 ? 'required' : 'elective')
  const weights = [
    { value: 'required' as Weight, label: t('section.required') },
    { value: 'elective' as Weight, label: t('section.elective') },
    ...choices.map((one, at) => ({ value: at as Weight, label: t('edit.ofChoice', { title: one.title }) })),
  ]
  const weigh = (next: Weight) => {
    if (typeof next === 'number') onChange({ ...section, choice: next })
    else onChange({ ...section, choice: null, require: next === 'required' ? 1 : 0 })
  }
  return (
    <div className="sy-row sy-wrap lp-edit-section">
      <Tag>{kind[language]}</Tag>
      <span className="lp-edit-name">
        {name}
        {!isAvailable && <em className="lp-away">{t('section.away')}</em>}
      </span>
      <Select
        aria-label={t('edit.weight', { name })}
        size="small"
        value={weight}
        options={weights}
        popupMatchSelectWidth={false}
        onChange={weigh}
      />
      <Checkbox checked={needsReview} onChange={(event) => onChange({ ...section, needsReview: event.target.checked })}>
        {t('edit.needsReview')}
      </Checkbox>
      {moves}
      <Button
        type="text"
        size="small"
        danger
        icon={<Icon name="delete" size={16} label={t('edit.removeSection', { name })} />}
        onClick={onRemove}
      />
    </div>
  )
}
