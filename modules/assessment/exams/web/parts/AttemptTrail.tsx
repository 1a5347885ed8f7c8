import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { AttemptTrail as Trail } from '../../contract/appeals.ts'
import { exams } from '../../contract.ts'

/** The own appeals with their answers, and what fixed keys have changed of the result. */
export function AttemptTrail({ attemptId }: { attemptId: string }) {
  const t = useText('exams')
  const { data } = useQuery(q(exams.attemptTrail, { params: { id: attemptId } }, { quiet: true }))
  if (!data || (data.appeals.length === 0 && data.changes.length === 0)) return null
  return (
    <section className="sy-card ex-trail" aria-label={t('trail.title')}>
      <h2>{t('trail.title')}</h2>
      <ol>
        {data.changes.map((change) => (
          <Change key={`${change.at} ${change.place}`} change={change} />
        ))}
        {data.appeals.map((appeal) => (
          <Appeal key={appeal.id} appeal={appeal} />
        ))}
      </ol>
    </section>
  )
}

function Change({ change }: { change: Trail['changes'][number] }) {
  const t = useText('exams')
  const score = (points: number | null, total: number) =>
    points === null ? '—' : `${pointsOfTenths(points)} / ${pointsOfTenths(total)}`
  return (
    <li>
      <strong>{t(`fixing.kinds.${change.kind}`)}</strong>
      {change.place !== null && <span> · {t('answer.number', { place: change.place })}</span>}
      <p>{change.reason}</p>
      <p>
        {score(change.scoreBefore, change.totalBefore)} → {score(change.scoreAfter, change.totalAfter)}
        {change.resultAfter !== null && change.resultAfter !== change.resultBefore && (
          <span> · {t(`result.of.${change.resultAfter}`)}</span>
        )}
      </p>
      <small>
        <DateText value={change.at} style="minute" />
      </small>
    </li>
  )
}

function Appeal({ appeal }: { appeal: Trail['appeals'][number] }) {
  const t = useText('exams')
  const { busy, run } = useAction()
  const withdraw = () =>
    run(() => call(exams.withdrawAppeal, { params: { id: appeal.id } }), { done: t('appeal.withdrawn') })
  return (
    <li>
      <strong>
        {t('appeal.of', { place: appeal.place })} · {t(`appeal.states.${appeal.state}`)}
      </strong>
      <p>{appeal.text}</p>
      {appeal.answer !== '' && <p className="sy-note">{t('appeal.answered', { text: appeal.answer })}</p>}
      {appeal.tenthsAfter !== null && (
        <p>
          {pointsOfTenths(appeal.tenthsBefore ?? 0)} → {pointsOfTenths(appeal.tenthsAfter)}
        </p>
      )}
      <small>
        <DateText value={appeal.createdAt} style="minute" />
      </small>
      {appeal.state === 'open' && (
        <Button size="small" loading={busy} onClick={() => void withdraw()}>
          {t('appeal.withdraw')}
        </Button>
      )}
    </li>
  )
}
