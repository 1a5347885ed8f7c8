import { useQuery } from '@tanstack/react-query'
import { Button, Tag } from 'antd'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { live } from '../../contract.ts'
import { mapLabel } from '../parts/labels.ts'

type Status = Output<typeof live.supplierStatus>['items'][number]

const colors = { ok: 'success', warning: 'warning', down: 'error', off: 'default', never: 'default' } as const
/** What serves organizations without a choice of their own. */
const standard = 3

/** Each supplier: what it is, who uses it, whether it works, when that was tried, and another try. */
export function SupplierStatusList() {
  const found = useQuery(q(live.supplierStatus, {}, { quiet: true }))
  if (found.isError && !found.data) return <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingState rows={3} />
  return (
    <ul className="sy-plain-list lva-suppliers">
      {found.data.items.map((status) => (
        <SupplierRow key={status.supplier} status={status} />
      ))}
    </ul>
  )
}

function SupplierRow({ status }: { status: Status }) {
  const t = useText('live')
  const { busy, run } = useAction()
  const { supplier, engine, state, tookMs, checkedAt, organizationCount } = status
  const name = mapLabel('supplier', supplier)
  const check = () => run(() => call(live.checkSupplier, { params: { supplier } }, { outdates: [live.supplierStatus] }))
  return (
    <li>
      <div>
        <p className="sy-row sy-wrap sy-gap-2">
          <strong>{name}</strong>
          <Tag color={colors[state ?? 'never']}>{t(`admin.checkState.${state ?? 'never'}`)}</Tag>
        </p>
        <p className="sy-note">{t(`admin.supplier${supplier}Hint`)}</p>
        {state !== null && state !== 'ok' && <p className="lva-advice">{t(`admin.checkHint.${state}`)}</p>}
        <p className="sy-note" role="status">
          {supplier === standard
            ? t('admin.usedByDefault')
            : `${t('admin.usedBy', { count: organizationCount })} · ${t(`admin.servedBy.${engine}`)}`}
          {checkedAt !== null && (
            <>
              {' · '}
              {t('admin.checkedAt')} <DateText value={checkedAt} style="second" /> · {t('admin.took', { ms: tookMs })}
            </>
          )}
        </p>
      </div>
      <Button
        icon={<Icon name="refresh" size={16} />}
        loading={busy}
        aria-label={t('admin.checkOf', { name })}
        onClick={() => void check()}
      >
        {t('admin.check')}
      </Button>
    </li>
  )
}
