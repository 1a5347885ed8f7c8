import '../parts/plans.css'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { moneyText } from '#web/ui/money.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import type { PlanDetails } from '../../contract/plans.ts'
import { plans } from '../../contract.ts'
import { BudgetTable } from '../parts/BudgetTable.tsx'
import { PlanTag } from '../parts/PlanTag.tsx'
import { planPaths } from '../paths.ts'
import { PlanDialog } from './PlanDialog.tsx'
import { PlanItems } from './PlanItems.tsx'

/** A training plan: its budget, its items, and what can be done with it. */
export default function PlanPage() {
  const { id = '' } = useParams()
  const t = useText('plans')
  const { data, error, refetch } = useQuery(q(plans.plan, { params: { id } }, { quiet: true }))
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState rows={8} />
  const { name, year, organizationName, note, state, reason } = data
  return (
    <>
      <PageHeader
        title={
          <>
            {name} <PlanTag state={state} />
          </>
        }
        description={[String(year), organizationName, note].filter(Boolean).join(' · ')}
        back={<Link to={planPaths.plans}>{t('plan.back')}</Link>}
        actions={<PlanActions plan={data} />}
      />
      {state === 'returned' && (
        <p className="sy-callout" role="status">
          {t('plan.returned', { reason })}
        </p>
      )}
      <Facts
        shape="figures"
        items={[
          [t('plans.items'), String(data.itemCount)],
          [t('plans.classes'), String(data.classCount)],
          [t('plans.headcount'), String(data.headcount)],
          [t('plans.planned'), moneyText(data.plannedHundredths)],
          [t('plans.actual'), moneyText(data.actualHundredths)],
        ]}
      />
      <PlanItems plan={data} />
      <section className="sy-section pl-section">
        <div className="sy-section-head">
          <h2>{t('plan.budget')}</h2>
        </div>
        <div className="sy-card">
          <BudgetTable {...data} />
        </div>
      </section>
    </>
  )
}

function PlanActions({ plan }: { plan: PlanDetails }) {
  const t = useText('plans')
  const [isChanging, setChanging] = useState(false)
  const { id, state, needsApproval, itemCount } = plan
  const params = { id }
  const isWritten = state === 'draft' || state === 'returned'
  return (
    <>
      {isWritten && <Button onClick={() => setChanging(true)}>{t('plan.change')}</Button>}
      {isWritten && itemCount > 0 && (
        <ConfirmButton
          type="primary"
          question={t('plan.submitQuestion')}
          consequence={t('plan.submitHint')}
          onConfirm={() => call(plans.submitPlan, { params })}
        >
          {t(needsApproval ? 'plan.submit' : 'plan.enforce')}
        </ConfirmButton>
      )}
      {!isWritten && (
        <ConfirmButton
          question={t('plan.reopenQuestion')}
          consequence={t('plan.reopenHint')}
          onConfirm={() => call(plans.reopenPlan, { params })}
        >
          {t('plan.reopen')}
        </ConfirmButton>
      )}
      {isChanging && <PlanDialog edited={plan} onClose={() => setChanging(false)} />}
    </>
  )
}
