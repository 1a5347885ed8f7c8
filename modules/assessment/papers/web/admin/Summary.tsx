import { Checkbox, Input } from 'antd'
import { useId } from 'react'
import type { Directory } from '#modules/assessment/questions/contract.ts'
import { DirectoryField } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { paperNameLengthMax, totalTenthsMax } from '../../contract/paper.ts'
import { type Draft, type DraftProblem, worthOf, worthOfAll } from './draft.ts'

interface Props {
  readonly draft: Draft
  readonly directories: readonly Directory[]
  readonly problems: ReadonlyMap<string, DraftProblem>
  /** What keeps the paper from being ready, in words. */
  readonly missing: readonly string[]
  readonly isReady: boolean
  readonly onChange: (part: Partial<Draft>) => void
}

const settings = ['shuffleQuestions', 'shuffleOptions', 'avoidSeen'] as const

/** What a paper is worth, what is missing, and its settings. */
export function Summary({ draft, directories, problems, missing, isReady, onChange }: Props) {
  const t = useText('papers')
  const id = useId()
  const { questionCount, totalTenths } = worthOfAll(draft.sections)
  const nameProblem = problems.get('name')
  return (
    <aside className="pp-summary">
      <section className="sy-card sy-column sy-gap-3" aria-label={t('summary.title')}>
        <p className="pp-total" data-wrong={problems.has('total')} role="status">
          <strong>{totalTenths / 10}</strong>
          <span>{t('summary.total', { count: questionCount })}</span>
        </p>
        {problems.has('total') && <p className="pp-wrong">{t('wrong.total', { max: totalTenthsMax / 10 })}</p>}
        {problems.has('items') && <p className="pp-wrong">{t('wrong.items')}</p>}
        <ul className="sy-plain-list pp-shares">
          {draft.sections.map((section, at) => {
            const worth = worthOf(section)
            return (
              <li key={section.key}>
                <span>{section.title || t('section.number', { number: at + 1 })}</span>
                <small>{t('section.worth', { count: worth.questionCount, points: worth.totalTenths / 10 })}</small>
              </li>
            )
          })}
        </ul>
      </section>
      <section
        className="sy-card pp-missing"
        data-fine={missing.length === 0}
        aria-label={t('summary.check')}
        tabIndex={-1}
      >
        <h2>
          <Icon name={missing.length === 0 ? 'check' : 'alert'} size={18} />
          {t(missing.length === 0 ? (isReady ? 'summary.ready' : 'summary.fine') : 'summary.missing', {
            count: missing.length,
          })}
        </h2>
        <div role="status">
          {missing.length > 0 && (
            <ul>
              {missing.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <section className="sy-card sy-column sy-gap-4 pp-settings" aria-label={t('summary.settings')} inert={isReady}>
        <label htmlFor={`${id}-name`}>
          {t('field.name')}
          <Input
            id={`${id}-name`}
            maxLength={paperNameLengthMax}
            status={nameProblem ? 'error' : ''}
            aria-invalid={nameProblem !== undefined}
            value={draft.name}
            onChange={({ target }) => onChange({ name: target.value })}
          />
          {nameProblem && <small className="pp-wrong">{t(`wrong.${nameProblem}`)}</small>}
        </label>
        <div className="pp-labelled">
          <span aria-hidden="true">{t('field.directory')}</span>
          <DirectoryField
            label={t('field.directory')}
            items={directories}
            value={draft.directoryId}
            onChange={(directoryId) => directoryId !== undefined && onChange({ directoryId })}
          />
        </div>
        {settings.map((setting) => (
          <Checkbox
            key={setting}
            checked={draft[setting]}
            onChange={({ target }) => onChange({ [setting]: target.checked })}
          >
            {t(`field.${setting}`)}
            <small className="sy-note">{t(`field.${setting}Hint`)}</small>
          </Checkbox>
        ))}
      </section>
    </aside>
  )
}
