import '../parts/payments.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { moneyText } from '#web/ui/money.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { payments } from '../../contract.ts'
import type { Payment } from '../parts/answers.ts'
import { StateTag } from '../parts/StateTag.tsx'
import { NextStep } from './NextStep.tsx'
import { Receipts } from './Receipts.tsx'

/** A person looks at the page while the provider decides; a receipt is decided by somebody else's hand. */
const LOOK_AGAIN_MS = { waiting: 2000, reviewing: 15_000 }

/** Pays: what to do next, until the provider has decided, and then what became of it. */
export default function PaymentPage() {
  const t = useText('payments')
  const { id = '' } = useParams()
  const { data, isError, error, refetch } = useQuery({
    ...q(payments.ownPayment, { params: { id } }),
    refetchInterval: ({ state }) => {
      const now = state.data?.state
      return now === 'waiting' || now === 'reviewing' ? LOOK_AGAIN_MS[now] : false
    },
  })
  if (isError && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <LoadingState rows={6} />
  return (
    <div className="pay-page">
      <PageHeader
        back={data.page !== null && <Link to={data.page}>{t('page.back')}</Link>}
        title={t('page.title')}
        description={data.subject}
      />
      {data.isTest && (
        <p className="pay-warn" role="note">
          {t('test.warning')}
        </p>
      )}
      <section className="sy-card pay-card" aria-live="polite">
        <p className="pay-amount">{moneyText(Number(data.amount))}</p>
        <Facts
          shape="rows"
          items={[
            [t('fields.number'), data.number],
            [t('fields.provider'), t(`providers.${data.provider}`)],
            [t('fields.state'), <StateTag key="state" state={data.state} counts={data.counts} />],
            data.paidAt !== null && [t('fields.paidAt'), <DateText key="paid" value={data.paidAt} />],
            data.refunded !== '0' && [t('fields.refunded'), moneyText(Number(data.refunded))],
          ]}
        />
        {data.state === 'waiting' ? <NextStep payment={data} /> : <Result payment={data} />}
      </section>
      {data.receipts.length > 0 && <Receipts receipts={data.receipts} />}
    </div>
  )
}

/** What became of it, and what that means for the money. */
function Result({ payment }: { payment: Payment }) {
  const t = useText('payments')
  const { state, counts, page, failure } = payment
  const isGood = state === 'succeeded' && counts === true
  const kind = counts === false ? 'givenBack' : state
  return (
    <div className="pay-step pay-result" data-good={isGood}>
      <Icon name={isGood ? 'check' : state === 'reviewing' ? 'clock' : 'info'} size={40} />
      <strong>{t(`results.${kind}`)}</strong>
      <p className="sy-faint">{t(`resultHints.${kind}`)}</p>
      {state === 'failed' && failure !== '' && <p className="sy-faint">{t('page.said', { text: failure })}</p>}
      {page !== null && (
        <Link to={page} className="sy-button">
          {t('page.back')}
        </Link>
      )}
    </div>
  )
}
