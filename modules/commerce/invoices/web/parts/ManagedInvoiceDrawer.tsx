import './invoices.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { ManagedInvoiceDetails } from '../../contract/managed.ts'
import { canDo } from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { IssueModal, RedLetterModal, RejectModal } from './finance-forms.tsx'
import { InvoiceDetail } from './InvoiceDetail.tsx'

/** One invoice with everything about it, and what finance can do next. */
export function ManagedInvoiceDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText('invoices')
  const { data, isError, error, refetch } = useQuery(q(invoices.managedInvoice, { params: { id } }, { quiet: true }))
  return (
    <Drawer open size={680} title={t('detail.title')} onClose={onClose}>
      {isError && !data && <ErrorState small error={error} onRetry={() => void refetch()} />}
      {!isError && !data && <LoadingState rows={6} />}
      {data && (
        <div className="iv-detail">
          <p className="sy-note">
            {t('managed.appliedBy', { name: data.applicantName, organization: data.organizationName })} ·{' '}
            {t(`memberTypes.${data.memberType}`)}
          </p>
          <Actions invoice={data} />
          <InvoiceDetail invoice={data} />
        </div>
      )}
    </Drawer>
  )
}

function Actions({ invoice }: { invoice: ManagedInvoiceDetails }) {
  const t = useText('invoices')
  const { busy, run } = useAction()
  const [form, setForm] = useState<'reject' | 'issue' | 'reverse'>()
  const { id, state, isOwn } = invoice
  const close = () => setForm(undefined)
  const agree = () =>
    run(() => call(invoices.agreeToInvoice, { params: { id }, body: {} }), { done: t('managed.agreed') })
  const isWaiting = canDo('agree', state) || canDo('issue', state) || canDo('reverse', state)
  if (!isWaiting) return null
  return (
    <>
      <div className="sy-actions">
        {canDo('agree', state) && (
          <Button type="primary" loading={busy} disabled={isOwn} onClick={() => void agree()}>
            {t('managed.agree')}
          </Button>
        )}
        {canDo('reject', state) && (
          <Button danger onClick={() => setForm('reject')}>
            {t('managed.reject')}
          </Button>
        )}
        {canDo('issue', state) && (
          <Button type="primary" onClick={() => setForm('issue')}>
            {t('managed.issue')}
          </Button>
        )}
        {canDo('reverse', state) && (
          <Button type="primary" onClick={() => setForm('reverse')}>
            {t('managed.reverse')}
          </Button>
        )}
      </div>
      {isOwn && canDo('agree', state) && <p className="sy-note">{t('managed.own')}</p>}
      {form === 'reject' && <RejectModal id={id} onClose={close} />}
      {form === 'issue' && <IssueModal invoice={invoice} onClose={close} />}
      {form === 'reverse' && <RedLetterModal invoice={invoice} onClose={close} />}
    </>
  )
}
