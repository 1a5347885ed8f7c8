import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { AddressesPanel } from '#modules/commerce/addresses/web.tsx'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { useSession } from '#web/session.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import { type MemberType, memberTypes } from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import { InfosPanel } from '../parts/InfosPanel.tsx'
import { InvoicesPanel } from '../parts/InvoicesPanel.tsx'
import { invoicePaths } from '../paths.ts'

/**
 * Whether the caller sees what belongs to buyers for others: with the access of buyers, or having bought for others anyway
 * (IDENTITY-058).
 */
function useBuysForOthers(): boolean {
  const { buyerAccess } = useSession()
  const query = { memberType: 'purchaser', page: 1, pageSize: 1 } as const
  const isAsked = { enabled: !buyerAccess }
  const orders = useQuery({ ...q(invoices.invoiceable, { query }, { quiet: true }), ...isAsked })
  const own = useQuery({ ...q(invoices.ownInvoices, { query }, { quiet: true }), ...isAsked })
  return buyerAccess || (orders.data?.recordCount ?? 0) + (own.data?.recordCount ?? 0) > 0
}

/** Invoices, invoice infos and addresses of the caller, as a buyer for oneself or for others (COMMERCE-001). */
export default function InvoicesPage() {
  const t = useText('invoices')
  const { memberType } = useParams()
  const buysForOthers = useBuysForOthers()
  const kind = memberTypes.find((one) => one === memberType)
  if (kind === undefined) return <EmptyState page title={t('unknownKind')} description={t('unknownKindHint')} />
  const other: MemberType = kind === 'individual' ? 'purchaser' : 'individual'
  return (
    <>
      <PurchaseTabs />
      <PageHeader
        title={t(`title.${kind}`)}
        description={t(`description.${kind}`)}
        actions={
          (buysForOthers || other === 'individual') && <Link to={invoicePaths.own(other)}>{t(`title.${other}`)}</Link>
        }
      />
      <TabView
        key={kind}
        label={t(`title.${kind}`)}
        tabs={[
          { key: 'invoices', title: t('tabs.invoices'), children: <InvoicesPanel memberType={kind} /> },
          { key: 'infos', title: t('tabs.infos'), children: <InfosPanel /> },
          { key: 'addresses', title: t('tabs.addresses'), children: <AddressesPanel /> },
        ]}
      />
    </>
  )
}
