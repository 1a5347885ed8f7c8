import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { usePaging } from '#web/ui/paging.ts'
import { TabBar } from '#web/ui/TabBar.tsx'
import { messages } from '../../contract.ts'
import { Outcome } from './Outcome.tsx'
import { WebhookExample } from './WebhookExample.tsx'
import type { Webhook } from './webhook.ts'

const PANEL = 'webhook-panel'

/** What a webhook was sent, with the answer and another try; and what a message looks like there. */
export function WebhookDetails({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText('messages')
  const [tab, setTab] = useState('sent')
  return (
    <Drawer open title={webhook.name} size={560} onClose={onClose}>
      <TabBar
        label={webhook.name}
        tabs={[
          { key: 'sent', title: t('webhooks.deliveries') },
          { key: 'example', title: t('webhooks.example') },
        ]}
        active={tab}
        onChange={setTab}
        panelId={PANEL}
      />
      <div id={PANEL} role="tabpanel" aria-label={t(tab === 'sent' ? 'webhooks.deliveries' : 'webhooks.example')}>
        {tab === 'sent' ? <Sent webhookId={webhook.id} /> : <WebhookExample kind={webhook.kind} />}
      </div>
    </Drawer>
  )
}

function Sent({ webhookId }: { webhookId: string }) {
  const t = useText('messages')
  const label = useBilingual()
  const paging = usePaging()
  const query = { webhookId, page: paging.page, pageSize: paging.pageSize }
  const found = useQuery({ ...q(messages.deliveries, { query }), placeholderData: (last) => last })
  if (found.isError && !found.data) return <ErrorState small error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <LoadingState rows={4} />
  if (found.data.recordCount === 0)
    return <EmptyState small title={t('webhooks.noneSent')} description={t('webhooks.noneSentHint')} />
  return (
    <>
      <ol className="sy-plain-list ms-hook-sent">
        {found.data.items.map((delivery) => (
          <li key={delivery.id}>
            <b>{delivery.title}</b>
            <span className="sy-faint">
              {label(delivery.typeLabel)} · <DateText value={delivery.createdAt} />
            </span>
            <Outcome delivery={delivery} />
          </li>
        ))}
      </ol>
      <Pager paging={paging} recordCount={found.data.recordCount} />
    </>
  )
}
