import '../parts/lotteries.css'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { LotteryDetails, OwnDraw } from '../../contract/drawing.ts'
import { lotteries } from '../../contract.ts'
import { LotteryTag } from '../parts/LotteryTag.tsx'
import { PrizeList } from '../parts/PrizeList.tsx'
import { usePointsText } from '../parts/use-points.ts'
import { lotteryPaths } from '../paths.ts'
import { DrawStage } from './DrawStage.tsx'
import { OwnDraws } from './OwnDraws.tsx'
import { Qualifications } from './Qualifications.tsx'
import { Winners } from './Winners.tsx'

/** One lottery: the wheel, the own chances, what was drawn, and how to see that all was as it should be. */
export default function LotteryPage() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(q(lotteries.lottery, { params: { id } }))
  if (!data) return error ? <ErrorState page error={error} onRetry={() => void refetch()} /> : <LoadingState rows={6} />
  return <Lottery key={id} lottery={data} />
}

function Lottery({ lottery: newest }: { lottery: LotteryDetails }) {
  const t = useText('lotteries')
  /** A draw that the wheel has not shown yet. */
  const [hidden, setHidden] = useState<OwnDraw>()
  // Until the wheel stands, nothing beside it says what was drawn.
  const shown = useRef(newest)
  if (hidden === undefined) shown.current = newest
  const lottery = shown.current
  const { id, name, description, state, prizes, isRun } = lottery
  return (
    <>
      <PageHeader
        back={<Link to={lotteryPaths.all}>{t('list.title')}</Link>}
        title={name}
        description={description}
        actions={
          <>
            <LotteryTag state={state} />
            {isRun && (
              <Link className="sy-button sy-button-plain sy-button-small" to={lotteryPaths.editor(id)}>
                {t('draw.run')}
              </Link>
            )}
          </>
        }
      />
      <div className="lo-page">
        <div className="sy-column sy-gap-4">
          <DrawStage lottery={lottery} onTurning={setHidden} />
          <OwnDraws lotteryId={id} without={hidden?.id} />
          {state !== 'draft' && <Winners lotteryId={id} isOpen={state === 'open'} without={hidden?.number} />}
        </div>
        <aside className="sy-column sy-gap-4">
          <Qualifications wanted={lottery.qualifications} />
          <section className="sy-card lo-section" aria-label={t('prizes.title')}>
            <h2>{t('prizes.title')}</h2>
            <PrizeList prizes={prizes} />
          </section>
          <Rules lottery={lottery} />
        </aside>
      </div>
    </>
  )
}

function Rules({ lottery }: { lottery: LotteryDetails }) {
  const t = useText('lotteries')
  const pointsText = usePointsText()
  const { id, opensAt, closesAt, drawsPerMember, drawsPerDay, paidDraws, needsAttendance, commitment } = lottery
  return (
    <section className="sy-card lo-section" aria-label={t('draw.rules')}>
      <h2>{t('draw.rules')}</h2>
      <Facts
        shape="rows"
        items={[
          [t('form.opensAt'), <DateText key="from" value={opensAt} />],
          [t('form.closesAt'), <DateText key="until" value={closesAt} />],
          [t('form.drawsPerMember'), String(drawsPerMember)],
          paidDraws !== null && [
            t('form.paidDraws'),
            t('list.paidRule', { count: paidDraws.perMember, price: pointsText(paidDraws.priceHundredths) }),
          ],
          drawsPerDay !== null && [t('form.drawsPerDay'), String(drawsPerDay)],
          needsAttendance && [t('form.needsAttendance'), t('draw.byCode')],
        ]}
      />
      {commitment !== null && (
        <>
          <p className="sy-note">{t('proof.short')}</p>
          <code className="lo-hash">{commitment}</code>
          <p>
            <Link to={lotteryPaths.proof(id)}>{t('proof.open')}</Link>
          </p>
        </>
      )}
    </section>
  )
}
