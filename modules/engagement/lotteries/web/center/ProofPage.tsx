import '../parts/lotteries.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Progress } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import type { Output } from '#kit/contract.ts'
import { INVALID_INPUT, NOT_FOUND } from '#kit/errors.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { lotteries } from '../../contract.ts'
import { LotteryTag } from '../parts/LotteryTag.tsx'
import { PrizeList } from '../parts/PrizeList.tsx'
import { canDrawAgain, drawEverything, isCommitted } from '../parts/replay.ts'

type Proof = Output<typeof lotteries.lotteryProof>

/** `#/lottery/proof/{id}`: whoever has the address sees what was promised, and draws everything again. */
export default function ProofPage() {
  const t = useText('lotteries')
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(
    q(lotteries.lotteryProof, { params: { id } }, { quiet: true, handles: 'all' }),
  )
  if (!data && error && (isRefusal(error, NOT_FOUND) || isRefusal(error, INVALID_INPUT)))
    return (
      <main className="lo-proof">
        <EmptyState page title={t('proof.unknown')} />
      </main>
    )
  if (!data && error) return <ErrorState page error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={8} />
  return (
    <main className="lo-proof sy-column sy-gap-4">
      <header className="sy-column sy-gap-2">
        <h1>{t('proof.title', { name: data.name })}</h1>
        <p className="sy-faint">{t('proof.description')}</p>
      </header>
      <Promised proof={data} />
      <section className="sy-card lo-section" aria-label={t('prizes.title')}>
        <h2>{t('prizes.title')}</h2>
        <PrizeList prizes={data.prizes} />
      </section>
      <DrawAgain proof={data} />
      <section className="sy-card lo-section" aria-label={t('proof.how')}>
        <h2>{t('proof.how')}</h2>
        <ol className="lo-steps">
          {['seed', 'hash', 'text', 'number', 'prize', 'stock'].map((step) => (
            <li key={step}>{t(`proof.steps.${step}`)}</li>
          ))}
        </ol>
      </section>
    </main>
  )
}

function Promised({ proof }: { proof: Proof }) {
  const t = useText('lotteries')
  return (
    <section className="sy-card lo-section" aria-label={t('proof.promised')}>
      <h2>{t('proof.promised')}</h2>
      <Facts
        shape="rows"
        items={[
          [t('managing.state'), <LotteryTag key="state" state={proof.state} />],
          [t('form.opensAt'), <DateText key="from" value={proof.opensAt} />],
          [t('form.closesAt'), <DateText key="until" value={proof.closesAt} />],
          [t('managing.draws'), String(proof.drawsMade)],
          [
            t('proof.commitment'),
            <code key="hash" className="lo-hash">
              {proof.commitment}
            </code>,
          ],
          [
            t('proof.seed'),
            proof.seed === null ? (
              t('proof.sealed')
            ) : (
              <code key="seed" className="lo-hash">
                {proof.seed}
              </code>
            ),
          ],
        ]}
      />
    </section>
  )
}

/** The places of all draws, some at a time. */
async function* publishedDraws(id: string): AsyncGenerator<readonly number[]> {
  let after = 0
  while (true) {
    const { places } = await call(lotteries.provenDraws, { params: { id }, query: { after } })
    if (places.length === 0) return
    yield places
    after += places.length
  }
}

interface Verdict {
  readonly isSeedRight: boolean
  readonly drawn: number
  readonly wrong: readonly number[]
}

function DrawAgain({ proof }: { proof: Proof }) {
  const t = useText('lotteries')
  const { busy, run } = useAction()
  const [drawn, setDrawn] = useState(0)
  const [verdict, setVerdict] = useState<Verdict>()
  const { id, seed, commitment, prizes, drawsMade } = proof
  if (seed === null) return <p className="sy-callout">{t('proof.later')}</p>
  if (!canDrawAgain()) return <p className="sy-callout">{t('proof.insecure')}</p>
  const check = async () => {
    setVerdict(undefined)
    const isSeedRight = await isCommitted(seed, commitment)
    setVerdict({ isSeedRight, ...(await drawEverything({ id, seed, prizes }, publishedDraws(id), setDrawn)) })
  }
  return (
    <section className="sy-card lo-section sy-column sy-gap-3" aria-label={t('proof.check')}>
      <h2>{t('proof.check')}</h2>
      <span>
        <Button type="primary" loading={busy} onClick={() => void run(check)}>
          {t('proof.checkAction')}
        </Button>
      </span>
      {busy && drawsMade > 0 && (
        <Progress percent={Math.floor((100 * drawn) / drawsMade)} aria-label={t('proof.check')} />
      )}
      <div role="status" className="sy-column sy-gap-2">
        {verdict && <Findings verdict={verdict} drawsMade={drawsMade} />}
      </div>
    </section>
  )
}

function Findings({ verdict, drawsMade }: { verdict: Verdict; drawsMade: number }) {
  const t = useText('lotteries')
  const { isSeedRight, drawn, wrong } = verdict
  const areAllThere = drawn === drawsMade
  const findings = [
    { key: 'seed', isGood: isSeedRight, text: t(isSeedRight ? 'proof.seedRight' : 'proof.seedWrong') },
    {
      key: 'draws',
      isGood: wrong.length === 0 && areAllThere,
      text: !areAllThere
        ? t('proof.missing', { drawn, made: drawsMade })
        : wrong.length === 0
          ? t('proof.allRight', { count: drawn })
          : t('proof.wrong', { numbers: wrong.slice(0, 20).join(', ') }),
    },
  ]
  return findings.map(({ key, isGood, text }) => (
    <p key={key} className="lo-verdict" data-good={isGood}>
      <Icon name={isGood ? 'check' : 'alert'} size={20} />
      {text}
    </p>
  ))
}
