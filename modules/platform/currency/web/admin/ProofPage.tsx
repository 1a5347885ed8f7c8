import '../parts/currency.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { call, q } from '#web/api/query.ts'
import { useCurrencyName } from '#web/app-state.ts'
import { useText } from '#web/i18n/texts.ts'
import { onEvent } from '#web/realtime.ts'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TABLE_PAGE_SIZE, usePaging } from '#web/ui/paging.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Proof } from '../../contract/management.ts'
import { currency } from '../../contract.ts'
import { amountText } from '../parts/amounts.ts'

type Figure = Proof['figures'][number]

/** The trial balance of the last proof, nightly or on demand. */
export default function ProofPage() {
  const t = useText('currency')
  const paging = usePaging(TABLE_PAGE_SIZE)
  const { page, pageSize } = paging
  const { busy: starting, run } = useAction()
  const list = useQuery(q(currency.proofs, { query: { page, pageSize } }))
  const { refetch } = list
  // The task reports its progress, and its end adds a new proof.
  useEffect(() => {
    const stops = [onEvent('task', () => void refetch()), onEvent('missed', () => void refetch())]
    return () => {
      for (const stop of stops) stop()
    }
  }, [refetch])
  const start = () => run(() => call(currency.startProof))
  if (list.isPending) return <LoadingState rows={8} />
  if (!list.data) return <ErrorState page error={list.error} onRetry={() => void list.refetch()} />
  const newest = list.data.items.find((proof) => proof.finishedAt !== null)
  const running = list.data.items.some((proof) => proof.finishedAt === null)
  return (
    <>
      <PageHeader
        title={t('proof.title')}
        description={t('proof.description')}
        actions={
          <Button type="primary" loading={starting || running} onClick={() => void start()}>
            {t(running ? 'proof.running' : 'proof.start')}
          </Button>
        }
      />
      {newest ? <Newest proof={newest} /> : <EmptyState title={t('proof.none')} description={t('proof.noneHint')} />}
      {list.data.recordCount > 0 && (
        <section className="sy-section cu-past">
          <div className="sy-section-head">
            <h2>{t('proof.past')}</h2>
          </div>
          <DataTable<Proof>
            label={t('proof.past')}
            rows={list.data.items}
            rowKey="id"
            paging={paging}
            recordCount={list.data.recordCount}
            columns={[
              {
                title: t('proof.at'),
                key: 'at',
                render: (_, proof) => <DateText value={proof.startedAt} style="second" />,
              },
              {
                title: t('proof.by'),
                key: 'by',
                render: (_, proof) => t(proof.startedBy ? 'proof.onDemand' : 'proof.nightly'),
              },
              {
                title: t('proof.entries'),
                key: 'entries',
                align: 'right',
                render: (_, proof) => (
                  <span className="sy-number">{proof.finishedAt === null ? '—' : proof.entryCount}</span>
                ),
              },
              { title: t('proof.result'), key: 'result', render: (_, proof) => <Result proof={proof} /> },
            ]}
          />
        </section>
      )}
    </>
  )
}

function Result({ proof }: { proof: Proof }) {
  const t = useText('currency')
  if (proof.holds === null) return <span className="sy-faint">{t('proof.running')}</span>
  return proof.holds ? (
    <span className="cu-amount-in">
      <Icon name="check" size={16} /> {t('proof.holds')}
    </span>
  ) : (
    <span className="cu-wrong">
      <Icon name="alert" size={16} /> {t('proof.broken', { count: proof.problems.length })}
    </span>
  )
}

function Newest({ proof }: { proof: Proof }) {
  const t = useText('currency')
  const name = useCurrencyName()
  return (
    <>
      <section className="sy-row sy-gap-4 sy-card cu-seal" aria-label={t('proof.result')}>
        <span className={proof.holds ? 'cu-verdict' : 'cu-verdict cu-verdict-broken'}>
          <Icon name={proof.holds ? 'check' : 'alert'} size={32} />
        </span>
        <div>
          <strong>
            {proof.holds ? t('proof.holdsLong') : t('proof.brokenLong', { count: proof.problems.length })}
          </strong>
          <p className="sy-faint">
            {t('proof.checked', { count: proof.entryCount })} <DateText value={proof.finishedAt} style="second" />
          </p>
        </div>
      </section>
      {proof.problems.length > 0 && (
        <ul className="sy-grid sy-gap-3 sy-card cu-problems">
          {proof.problems.map((problem) => (
            <li key={`${problem.rule}${problem.id}${problem.found}`}>
              <strong>{t(`proof.rule.${problem.rule}`)}</strong> <code>{problem.id}</code>
              <p className="sy-number">{t('proof.difference', { expected: problem.expected, found: problem.found })}</p>
            </li>
          ))}
        </ul>
      )}
      {[1, 2].map((kind) => (
        <TrialBalance
          key={kind}
          title={kind === 1 ? name : t('points')}
          figures={proof.figures.filter((figure) => figure.kind === kind)}
        />
      ))}
    </>
  )
}

function TrialBalance({ title, figures }: { title: string; figures: readonly Figure[] }) {
  const t = useText('currency')
  if (figures.length === 0) return null
  const sum = figures.reduce((all, figure) => all + BigInt(figure.balance), 0n)
  const total = {
    kind: 0,
    ownerKind: 'total',
    accountCount: 0,
    entryCount: 0,
    income: '',
    expense: '',
    balance: String(sum),
  }
  const amount = (value: string) => value !== '' && <span className="sy-number">{amountText(value)}</span>
  return (
    <section className="sy-section cu-trial">
      <div className="sy-section-head">
        <h2>{t('proof.trialOf', { name: title })}</h2>
      </div>
      <DataTable<Figure>
        label={t('proof.trialOf', { name: title })}
        rows={[...figures, total]}
        rowKey="ownerKind"
        columns={[
          { title: t('proof.account'), key: 'account', render: (_, figure) => t(`proof.owner.${figure.ownerKind}`) },
          {
            title: t('proof.accounts'),
            key: 'accounts',
            align: 'right',
            render: (_, figure) => figure.accountCount > 0 && <span className="sy-number">{figure.accountCount}</span>,
          },
          {
            title: t('proof.entries'),
            key: 'entries',
            align: 'right',
            render: (_, figure) => figure.accountCount > 0 && <span className="sy-number">{figure.entryCount}</span>,
          },
          {
            title: t('maps.coinRecordType.1'),
            key: 'income',
            align: 'right',
            render: (_, figure) => amount(figure.income),
          },
          {
            title: t('maps.coinRecordType.2'),
            key: 'expense',
            align: 'right',
            render: (_, figure) => amount(figure.expense),
          },
          {
            title: t('records.balance'),
            key: 'balance',
            align: 'right',
            render: (_, figure) => amount(figure.balance),
          },
        ]}
      />
    </section>
  )
}
