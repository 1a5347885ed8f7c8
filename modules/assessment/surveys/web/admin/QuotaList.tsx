import { Button, Input, InputNumber } from 'antd'
import { v7 as uuid } from 'uuid'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { isQuestion, type Quota, quotasMax, type SurveyContent, type SurveyQuestion } from '../../contract/content.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import type { DraftProblem } from './draft-problems.ts'

interface Props {
  readonly content: SurveyContent
  readonly numbers: ReadonlyMap<string, number>
  readonly problems: ReadonlyMap<string, readonly DraftProblem[]>
  readonly onChange: (content: SurveyContent) => void
}

/** How many answers of a kind are enough: later ones end with a message and do not count. */
export function QuotaList({ content, numbers, problems, onChange }: Props) {
  const t = useText('surveys')
  const questions: SurveyQuestion[] = content.pages.flatMap(({ items }) => items).filter(isQuestion)
  const [first] = questions
  const set = (quotas: Quota[]) => onChange({ ...content, quotas })
  const change = (quota: Quota) => set(content.quotas.map((each) => (each.id === quota.id ? quota : each)))
  const add = () => {
    if (!first) return
    const condition = { op: 'answered', questionId: first.id } as const
    set([...content.quotas, { id: uuid(), name: '', condition, limit: 100, message: t('quota.defaultMessage') }])
  }
  return (
    <section className="sb-page" aria-label={t('quota.title')}>
      <header>
        <h2 className="sb-heading">{t('quota.title')}</h2>
        <p className="sy-note">{t('quota.hint')}</p>
      </header>
      {content.quotas.map((quota) => (
        <div key={quota.id} className="sb-quota">
          <div className="sb-settings">
            <Input
              aria-label={t('quota.name')}
              placeholder={t('quota.name')}
              maxLength={100}
              status={problems.has(quota.id) && quota.name.trim() === '' ? 'error' : ''}
              value={quota.name}
              onChange={({ target }) => change({ ...quota, name: target.value })}
            />
            <span className="sb-inline-field">
              <span>{t('quota.limit')}</span>
              <InputNumber<number>
                aria-label={t('quota.limit')}
                {...{ min: 1, max: 1_000_000, precision: 0 }}
                value={quota.limit}
                onChange={(limit) => limit !== null && change({ ...quota, limit })}
              />
            </span>
            <Button
              type="text"
              danger
              aria-label={t('quota.remove', { name: quota.name })}
              icon={<Icon name="delete" size={16} />}
              onClick={() => set(content.quotas.filter(({ id }) => id !== quota.id))}
            />
          </div>
          <ConditionEditor
            lead={t('condition.countWhen')}
            condition={quota.condition}
            earlier={questions}
            numbers={numbers}
            isNeeded
            onChange={(condition) => condition && change({ ...quota, condition })}
          />
          <Input
            aria-label={t('quota.message')}
            placeholder={t('quota.message')}
            maxLength={500}
            status={problems.has(quota.id) && quota.message.trim() === '' ? 'error' : ''}
            value={quota.message}
            onChange={({ target }) => change({ ...quota, message: target.value })}
          />
        </div>
      ))}
      <Button
        icon={<Icon name="plus" size={16} />}
        disabled={!first || content.isAnonymous || content.quotas.length >= quotasMax}
        onClick={add}
      >
        {t('quota.add')}
      </Button>
    </section>
  )
}
