import { useMutation, useQuery } from '@tanstack/react-query'
import { Button, Progress, Tooltip } from 'antd'
import { Fragment } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { operations } from '../../contract.ts'

type Chain = Output<typeof operations.auditChain>

const LOOK_AGAIN_MS = 1000

/** The state of the chain: last verification, sealed entries, and the hash for storage elsewhere. */
export function ChainCard() {
  const chain = useQuery({
    ...q(operations.auditChain),
    refetchInterval: ({ state }) => (state.data?.checking ? LOOK_AGAIN_MS : false),
  })
  if (chain.isPending) {
    return (
      <div className="sy-card audit-chain">
        <LoadingState rows={4} />
      </div>
    )
  }
  if (!chain.data) return null
  return <Card chain={chain.data} />
}

function Card({ chain }: { chain: Chain }) {
  const t = useText('operations')
  const verify = useMutation({ mutationFn: () => call(operations.verifyAudit) })
  const { head, anchor, lastCheck, unsealed, checking } = chain
  const state = lastCheck === null ? 'never' : lastCheck.fault === null ? 'ok' : 'broken'
  return (
    <section className={`sy-card audit-chain audit-chain-${state}`} aria-label={t('chain.title')}>
      <div className="audit-chain-state">
        <Icon name={state === 'broken' ? 'alert' : 'shield'} size={28} />
        <div>
          <h2>{t(`chain.${state}`)}</h2>
          <p>{stateText(t, chain)}</p>
        </div>
        {checking ? (
          <Verifying taskId={checking} />
        ) : (
          <Button loading={verify.isPending} onClick={() => verify.mutate()}>
            {t('chain.verify')}
          </Button>
        )}
      </div>
      <Facts
        items={[
          [t('chain.sealed'), t('chain.count', { count: head?.seq ?? 0 })],
          [t('chain.unsealed'), t('chain.count', { count: unsealed })],
          [t('chain.head'), head ? <Hash key="head" seq={head.seq} hash={head.hash} /> : '—'],
          [
            t('chain.anchor'),
            anchor ? (
              <Fragment key="anchor">
                <Hash seq={anchor.seq} hash={anchor.hash} /> <DateText value={anchor.at} style="relative" />
              </Fragment>
            ) : (
              t('chain.noAnchor')
            ),
          ],
          [t('chain.lastCheck'), <DateText key="check" value={lastCheck?.checkedAt} style="relative" />],
        ]}
      />
    </section>
  )
}

function stateText(t: ReturnType<typeof useText>, { lastCheck }: Chain): string {
  if (lastCheck === null) return t('chain.neverHint')
  if (lastCheck.fault === null) return t('chain.okHint', { count: lastCheck.entries })
  return t(`chain.fault.${lastCheck.fault}`, { seq: lastCheck.faultSeq ?? 0 })
}

function Hash({ seq, hash }: { seq: number; hash: string }) {
  const t = useText('operations')
  const copy = async () => {
    await navigator.clipboard.writeText(`#${seq} ${hash}`)
    notify('success', t('chain.copied'))
  }
  return (
    <Tooltip title={t('chain.headHint')}>
      <button type="button" className="audit-hash" aria-label={t('chain.copy')} onClick={() => void copy()}>
        #{seq} {hash.slice(0, 12)}… <Icon name="copy" size={14} />
      </button>
    </Tooltip>
  )
}

function Verifying({ taskId }: { taskId: string }) {
  const t = useText('operations')
  const task = useQuery({
    ...q(operations.taskById, { params: { id: taskId } }, { quiet: true }),
    refetchInterval: LOOK_AGAIN_MS,
  })
  return (
    <div className="audit-verifying">
      <span>{t('chain.verifying')}</span>
      <Progress percent={Math.floor((task.data?.permille ?? 0) / 10)} size="small" aria-label={t('chain.verifying')} />
    </div>
  )
}
