import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Mastery } from '../../contract/book.ts'
import { practiceQuestionsMax } from '../../contract/practicing.ts'
import { practice } from '../../contract.ts'
import { practicePaths } from '../paths.ts'
import { levelOf } from './mastery-level.ts'

/** A knowledge point: a bar, the number that it stands for, and the way to do better. */
export function MasteryRow({ mastery }: { mastery: Mastery }) {
  const t = useText('practice')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const { topic, share, questionCount, wrongCount, isTooFew } = mastery
  const level = isTooFew ? 'unknown' : levelOf(share)
  const start = () =>
    run(async () => {
      const source = { kind: 'book' as const, topicId: topic.id }
      const wanted = { count: practiceQuestionsMax, kinds: [], order: 'given' as const, only: 'all' as const }
      const { id } = await call(practice.startPractice, { body: { source, ...wanted } })
      void navigate(practicePaths.wrong(id))
    })
  return (
    <li data-level={level}>
      <div className="pr-mastery-head">
        <strong>{topic.name}</strong>
        <span className="pr-level">{t(`mastery.level.${level}`)}</span>
      </div>
      <div className="pr-mastery-share">
        <span className="pr-bar-track" aria-hidden="true">
          <span style={{ width: `${share / 10}%` }} />
        </span>
        <b className="sy-number">{t('mastery.percent', { percent: Math.round(share / 10) })}</b>
      </div>
      <p className="sy-note">
        {t('mastery.questions', { count: questionCount })}
        {wrongCount > 0 && ` · ${t('mastery.wrong', { count: wrongCount })}`}
        {isTooFew && ` · ${t('mastery.few')}`}
      </p>
      {wrongCount > 0 && (
        <Button size="small" loading={busy} onClick={() => void start()}>
          {t('mastery.practice')}
          <span className="sy-visually-hidden"> {topic.name}</span>
        </Button>
      )}
    </li>
  )
}
