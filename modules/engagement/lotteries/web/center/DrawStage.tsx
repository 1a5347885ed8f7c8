import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { v4 as uuid } from 'uuid'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { part } from '#web/part.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { LotteryDetails, OwnDraw } from '../../contract/drawing.ts'
import { lotteries } from '../../contract.ts'
import { usePointsText } from '../parts/use-points.ts'
import { Wheel } from '../parts/Wheel.tsx'
import { turnTo } from '../parts/wheel.ts'
import { lotteryPaths } from '../paths.ts'

const PaidDraw = part(() => import('./PaidDraw.tsx'), [])

interface Props {
  readonly lottery: LotteryDetails
  /** The draw that the wheel is about to show; undefined once it stands. */
  readonly onTurning: (draw: OwnDraw | undefined) => void
}

/** The wheel turns for four seconds; where the browser does not say that it has stopped, it stops then. */
const turningMsMax = 5000

const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Draws once, and turns the wheel to what the server has decided; without motion the result stands there at once. */
function useDraw({ lottery: { id, prizes }, onTurning }: Props) {
  const [angle, setAngle] = useState(0)
  const [drawn, setDrawn] = useState<OwnDraw>()
  const [isTurning, setIsTurning] = useState(false)
  const { busy, run } = useAction()
  // Kept until it is answered: after a lost answer the same draw is asked for again, not another one.
  const key = useRef(uuid())
  const stop = useCallback(() => {
    setIsTurning(false)
    onTurning(undefined)
  }, [onTurning])
  useEffect(() => {
    if (!isTurning) return
    const timer = setTimeout(stop, turningMsMax)
    return () => clearTimeout(timer)
  }, [isTurning, stop])
  const draw = async (agreedHundredths: number | undefined) => {
    const body = { key: key.current, ...(agreedHundredths !== undefined && { agreedHundredths }) }
    const answer = await call(lotteries.draw, { params: { id }, body })
    key.current = uuid()
    setDrawn(answer)
    const at = prizes.findIndex(({ place }) => place === answer.place)
    setAngle((before) => turnTo(before, Math.max(0, at), prizes.length))
    if (isStill()) return
    setIsTurning(true)
    onTurning(answer)
  }
  return {
    ...{ angle, stop, isBusy: busy || isTurning, result: isTurning ? undefined : drawn },
    draw: (agreedHundredths?: number) => void run(() => draw(agreedHundredths)),
  }
}

export function DrawStage({ lottery, onTurning }: Props) {
  const t = useText('lotteries')
  const pointsText = usePointsText()
  const { angle, stop, draw, isBusy, result } = useDraw({ lottery, onTurning })
  const [isAsking, setIsAsking] = useState(false)
  const { prizes, obstacle, drawsLeft, paidDraws, state } = lottery
  /** What the goods that were won look like. */
  const won = (result?.isWin && prizes.find(({ place }) => place === result.place)?.pictureId) || undefined
  /** The next draw is one for points. */
  const paid = drawsLeft === 0 && paidDraws !== null && paidDraws.left > 0 ? paidDraws : undefined
  return (
    <section className="sy-card lo-stage" aria-label={t('draw.stage')}>
      <Wheel prizes={prizes} angle={angle} onStop={stop}>
        <button
          type="button"
          className="lo-draw"
          disabled={isBusy || obstacle !== null}
          onClick={() => (paid ? setIsAsking(true) : draw())}
        >
          {t('draw.action')}
          {paid && <small>{pointsText(paid.priceHundredths)}</small>}
        </button>
      </Wheel>
      <p className="lo-result" role="status" data-win={result?.isWin === true}>
        {result !== undefined &&
          t(result.isWin ? 'draw.won' : 'draw.thanks', { prize: result.prizeName, number: result.number })}
      </p>
      {won !== undefined && (
        <div className="lo-won">
          <Cover name={result?.prizeName ?? ''} url={`files/${won}`} />
        </div>
      )}
      {result?.order?.state === 'address' && (
        <Link className="sy-button sy-button-plain sy-button-small" to={lotteryPaths.order(result.order.id)}>
          {t('own.giveAddress')}
        </Link>
      )}
      {obstacle !== null && !isBusy && <p className="sy-note">{t(`draw.obstacle.${obstacle}`)}</p>}
      {state === 'open' && <Left lottery={lottery} />}
      {isAsking && paid && (
        <Suspense fallback={null}>
          <PaidDraw
            paid={paid}
            onAgree={() => {
              setIsAsking(false)
              draw(paid.priceHundredths)
            }}
            onClose={() => setIsAsking(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** How often the member may still draw, free and for points, and today. */
function Left({ lottery: { drawsPerMember, drawsLeft, drawsLeftToday, paidDraws } }: { lottery: LotteryDetails }) {
  const t = useText('lotteries')
  const pointsText = usePointsText()
  const paidLeft = paidDraws?.left ?? 0
  const parts = [
    drawsPerMember > 0 && t(paidDraws === null ? 'list.draws' : 'list.free', { count: drawsLeft }),
    paidDraws !== null && t('list.paid', { count: paidLeft, price: pointsText(paidDraws.priceHundredths) }),
    drawsLeftToday !== null && t('draw.today', { count: Math.min(drawsLeft + paidLeft, drawsLeftToday) }),
    paidDraws !== null && t('draw.balance', { balance: pointsText(paidDraws.balance) }),
  ]
  return <p className="sy-faint">{parts.filter((part) => part !== false).join(' · ')}</p>
}
