import { Button } from 'antd'
import type { Directory } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { sectionsMax } from '../../contract/paper.ts'
import { type Draft, type DraftSection, newRule, newSection, worthOf } from './draft.ts'
import { problemText } from './problem-texts.ts'
import type { RuleCheck } from './RuleList.tsx'
import { SectionCard } from './SectionCard.tsx'
import type { PaperDraft } from './use-paper-draft.ts'

interface Props extends Pick<PaperDraft, 'draft' | 'checked' | 'problems'> {
  readonly directories: readonly Directory[]
  readonly onChange: (sections: readonly DraftSection[]) => void
}

/** What the last save has found out, by the keys of the rules. */
function useChecks({ draft, detail }: PaperDraft['checked']): ReadonlyMap<string, RuleCheck> {
  const t = useText('papers')
  const shortages = detail.problems.filter(({ code }) => code === 'shortage')
  const shortageAt = (section: number, rule: number) =>
    shortages.find(({ rules = [] }) => rules.some((place) => place.section === section && place.rule === rule))
  return new Map(
    draft.sections.flatMap(({ rules }, section) =>
      rules.map(({ key }, rule) => {
        const { available = 0, count = 0 } = detail.sections[section]?.rules[rule] ?? {}
        const shortage = shortageAt(section, rule)
        const text = shortage && { shortage: problemText(t, shortage, draft.sections) }
        return [key, { available, asked: count, ...text }] as const
      }),
    ),
  )
}

const countBefore = (draft: Draft, at: number) =>
  draft.sections.slice(0, at).reduce((sum, section) => sum + worthOf(section).questionCount, 0)

/** The sections of a paper in their order. */
export function Sections({ draft, checked, problems, directories, onChange }: Props) {
  const t = useText('papers')
  const { sections } = draft
  const checks = useChecks(checked)
  const taken = new Set(sections.flatMap(({ items }) => items.map(({ questionId }) => questionId)))
  const ruleCount = sections.reduce((sum, { rules }) => sum + rules.length, 0)
  const add = (mode: DraftSection['mode']) => {
    const title = t('section.newTitle', { ordinal: t(`ordinal.${Math.min(sections.length + 1, 10)}`) })
    const section = newSection(title, mode)
    const rules = mode === 'random' && directories.length > 0 ? [newRule(directories[0]?.id)] : []
    onChange([...sections, { ...section, rules }])
  }
  return (
    <>
      {sections.length === 0 && <EmptyState small title={t('section.none')} description={t('section.noneHint')} />}
      <SortableList
        items={sections}
        keyOf={({ key }) => key}
        nameOf={({ title }) => title}
        onMove={(from, to) => {
          onChange(withMoved(sections, from, to))
          return Promise.resolve()
        }}
        onRemove={(at) => onChange(sections.filter((_, place) => place !== at))}
        className="pp-sections"
      >
        {(section, at, moves) => (
          <SectionCard
            section={section}
            moves={moves}
            number={at + 1}
            directories={directories}
            taken={taken}
            countBefore={countBefore(draft, at)}
            ruleCount={ruleCount}
            checks={checks}
            problems={problems}
            onChange={(part) => onChange(sections.map((one) => (one.key === section.key ? { ...one, ...part } : one)))}
          />
        )}
      </SortableList>
      <div className="sy-row sy-wrap sy-gap-3">
        {(['fixed', 'random'] as const).map((mode) => (
          <Button
            key={mode}
            icon={<Icon name="plus" size={16} />}
            disabled={sections.length >= sectionsMax}
            onClick={() => add(mode)}
          >
            {t(`section.add.${mode}`)}
          </Button>
        ))}
      </div>
    </>
  )
}
