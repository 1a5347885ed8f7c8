import { useQuery } from '@tanstack/react-query'
import { Switch } from 'antd'
import { Link } from 'react-router'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { live } from '../../contract.ts'

/** The business type of live sessions in approvals (LIVE-046). */
const businessType = 2

/** The switch for the approval of the organization's live sessions (LIVE-136). */
export function ApprovalCard({ organizationId }: { organizationId: string }) {
  const t = useText('live')
  const { busy, run } = useAction()
  const place = { businessType, organizationId }
  const found = useQuery(q(approvals.templateAt, { query: place }, { quiet: true }))
  const turn = (isOn: boolean) =>
    run(
      async () => {
        const body = { ...place, state: isOn ? 'on' : 'off' } as const
        await call(approvals.setSwitch, { body }, { outdates: [live.supplier] })
      },
      { done: t('admin.saved') },
    )
  return (
    <section className="sy-card" aria-labelledby="lva-approval">
      <h2 id="lva-approval">{t('admin.approval')}</h2>
      <p className="sy-faint">{t('admin.approvalHint')}</p>
      {found.isPending && <LoadingState rows={1} />}
      {found.isError && !found.data && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
      {found.data && (
        <div className="sy-row sy-wrap sy-gap-3 lva-switch">
          <Switch
            checked={found.data.isOn}
            loading={busy}
            disabled={!found.data.canManage}
            aria-label={t('admin.approvalSwitch')}
            onChange={(isOn) => void turn(isOn)}
          />
          <span aria-hidden="true">{t('admin.approvalSwitch')}</span>
          <Link to="/admin/approvals/flows">{t('admin.approvalFlow')}</Link>
        </div>
      )}
    </section>
  )
}
