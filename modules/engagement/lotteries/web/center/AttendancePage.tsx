import '../parts/lotteries.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { lotteries } from '../../contract.ts'
import { LotteryTag } from '../parts/LotteryTag.tsx'
import { lotteryPaths } from '../paths.ts'

/** Where the code of business type 10 leads: the member says to be there, and may draw. */
export default function AttendancePage() {
  const t = useText('lotteries')
  const { id = '' } = useParams()
  const { busy, run } = useAction()
  const { data, error, refetch } = useQuery(q(lotteries.lottery, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={4} />
  const join = () => run(() => call(lotteries.joinLottery, { params: { id } }), { done: t('attendance.done') })
  const { name, state, joinedAt } = data
  return (
    <>
      <PageHeader title={name} description={t('attendance.title')} actions={<LotteryTag state={state} />} />
      <section className="sy-card lo-stage" aria-label={t('attendance.title')}>
        <Icon name={joinedAt === null ? 'qr' : 'check'} size={48} />
        {joinedAt === null ? (
          <>
            <p>{t(state === 'over' ? 'draw.obstacle.over' : 'attendance.hint')}</p>
            <Button type="primary" size="large" disabled={state === 'over'} loading={busy} onClick={() => void join()}>
              {t('attendance.action')}
            </Button>
          </>
        ) : (
          <>
            <p role="status">
              {t('attendance.joined')} <DateText value={joinedAt} />
            </p>
            <Link className="sy-button" to={lotteryPaths.one(id)}>
              {t('attendance.draw')}
            </Link>
          </>
        )}
      </section>
    </>
  )
}
