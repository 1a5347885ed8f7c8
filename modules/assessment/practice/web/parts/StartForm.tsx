import './practice.css'
import { Button, InputNumber, Select } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { type QuestionKind, questionKinds } from '#modules/assessment/questions/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { onlyFilters, orders, practiceQuestionsMax, type StartInput } from '../../contract/practicing.ts'
import { practice } from '../../contract.ts'
import { runPath } from '../paths.ts'

interface Props {
  readonly source: StartInput['source']
  /** The kinds that there are; all where nothing is known. */
  readonly kinds?: readonly QuestionKind[]
  /** How many questions there are, where that is known. */
  readonly available?: number
}

const usualCount = 20

/** What the learner chooses before a practice starts. */
export function StartForm({ source, kinds = questionKinds, available = practiceQuestionsMax }: Props) {
  const t = useText('practice')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const id = useId()
  const countMax = Math.max(1, Math.min(practiceQuestionsMax, available))
  const [wanted, setWanted] = useState<Omit<StartInput, 'source'>>({
    count: Math.min(usualCount, countMax),
    kinds: [],
    order: 'random',
    only: 'all',
  })
  const change = (part: Partial<typeof wanted>) => setWanted({ ...wanted, ...part })
  const start = () =>
    run(async () => {
      const { id: practiceId } = await call(practice.startPractice, { body: { ...wanted, source } })
      void navigate(runPath(practiceId, source.kind))
    })
  return (
    <section className="sy-card sy-column sy-gap-4" aria-label={t('start.title')}>
      <div className="pr-start">
        <label className="sy-column sy-gap-2" htmlFor={`${id}count`}>
          {t('start.count')}
          <InputNumber
            id={`${id}count`}
            min={1}
            max={countMax}
            precision={0}
            value={wanted.count}
            onChange={(count) => change({ count: count ?? 1 })}
          />
        </label>
        <label className="sy-column sy-gap-2" htmlFor={`${id}kinds`}>
          {t('start.kinds')}
          <Select
            id={`${id}kinds`}
            mode="multiple"
            allowClear
            placeholder={t('start.allKinds')}
            value={wanted.kinds}
            options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(value) => change({ kinds: value })}
          />
        </label>
        <label className="sy-column sy-gap-2" htmlFor={`${id}order`}>
          {t('start.order')}
          <Select
            id={`${id}order`}
            value={wanted.order}
            options={orders.map((value) => ({ value, label: t(`order.${value}`) }))}
            onChange={(value) => change({ order: value })}
          />
        </label>
        <label className="sy-column sy-gap-2" htmlFor={`${id}only`}>
          {t('start.only')}
          <Select
            id={`${id}only`}
            value={wanted.only}
            options={onlyFilters.map((value) => ({ value, label: t(`only.${value}`) }))}
            onChange={(value) => change({ only: value })}
          />
        </label>
      </div>
      <div>
        <Button type="primary" loading={busy} onClick={() => void start()}>
          {t('start.start')}
        </Button>
      </div>
    </section>
  )
}
