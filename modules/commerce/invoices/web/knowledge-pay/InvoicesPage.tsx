import { Link, useParams } from 'react-router'
import { AddressesPanel } from '#modules/commerce/addresses/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { PurchaseTabs } from '#web/layout/PurchaseTabs.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { TabView } from '#web/ui/TabView.tsx'
import { type MemberType, memberTypes } from '../../contract/states.ts'
import { InfosPanel } from '../parts/InfosPanel.tsx'
import { InvoicesPanel } from '../parts/InvoicesPanel.tsx'
import { invoicePaths } from '../paths.ts'

/** Invoices, invoice infos and addresses of the caller, as a buyer for oneself or for others (COMMERCE-001). */
export default function InvoicesPage() {
  const t = useText('invoices')
  const { memberType } = useParams()
  const kind = memberTypes.find((one) => one === memberType)
  if (kind === undefined) return <EmptyState page title={t('unknownKind')} description={t('unknownKindHint')} />
  const other: MemberType = kind === 'individual' ? 'purchaser' : 'individual'
  return (
    <>
      <PurchaseTabs />
      <PageHeader
        title={t(`title.${kind}`)}
        description={t(`description.${kind}`)}
        actions={<Link to={invoicePaths.own(other)}>{t(`title.${other}`)}</Link>}
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
