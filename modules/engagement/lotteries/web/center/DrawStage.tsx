import { useCallback, useEffect, useRef, useState } from 'react'
import { v4 as uuid } from 'uuid'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { LotteryDetails, OwnDraw } from '../../contract/drawing.ts'
import { lotteries } from '../../contract.ts'
import { Wheel } from '../parts/Wheel.tsx'
import { turnTo } from '../parts/wheel.ts'

interface Props {
  readonly lottery: LotteryDetails
  /** The draw that the wheel is about to show; undefined once it stands. */
  readonly onTurning: (drawId: string | undefined) => void
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
  const draw = async () => {
    const answer = await call(lotteries.draw, { params: { id }, body: { key: key.current } })
    key.current = uuid()
    setDrawn(answer)
    const at = prizes.findIndex(({ place }) => place === answer.place)
    setAngle((before) => turnTo(before, Math.max(0, at), prizes.length))
    if (isStill()) return
    setIsTurning(true)
    onTurning(answer.id)
  }
  return { angle, stop, draw: () => void run(draw), isBusy: busy || isTurning, result: isTurning ? undefined : drawn }
}

export function DrawStage({ lottery, onTurning }: Props) {
  const t = useText('lotteries')
  const { angle, stop, draw, isBusy, result } = useDraw({ lottery, onTurning })
  const { prizes, obstacle, drawsLeft, drawsLeftToday, state } = lottery
  return (
    <section className="sy-card lo-stage" aria-label={t('draw.stage')}>
      <Wheel prizes={prizes} angle={angle} onStop={stop}>
        <button type="button" className="lo-draw" disabled={isBusy || obstacle !== null} onClick={draw}>
          {t('draw.action')}
        </button>
      </Wheel>
      <p className="lo-result" role="status" data-win={result?.isWin === true}>
        {result !== undefined &&
          t(result.isWin ? 'draw.won' : 'draw.thanks', { prize: result.prizeName, number: result.number })}
      </p>
      {obstacle !== null && !isBusy && <p className="sy-note">{t(`draw.obstacle.${obstacle}`)}</p>}
      {state === 'open' && (
        <p className="sy-faint">
          {t('list.draws', { count: drawsLeft })}
          {drawsLeftToday !== null && ` · ${t('draw.today', { count: Math.min(drawsLeft, drawsLeftToday) })}`}
        </p>
      )}
    </section>
  )
}
