import { useQuery } from '@tanstack/react-query'
import { Typography } from 'antd'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { messages } from '../../contract.ts'
import type { Webhook } from './webhook.ts'

/** The markdown of a robot's message, as the group shows it. */
function groupText(body: string): string {
  const { markdown } = JSON.parse(body) as { markdown: { content?: string; text?: string } }
  return (markdown.content ?? markdown.text ?? '').replace(/^#+ /gm, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** What is sent: a group sees a message, a program of the company gets JSON and checks its signature. */
export function WebhookExample({ kind }: { kind: Webhook['kind'] }) {
  const t = useText('messages')
  const example = useQuery(q(messages.webhookExample, { params: { kind } }))
  if (example.isError && !example.data)
    return <ErrorState small error={example.error} onRetry={() => void example.refetch()} />
  if (!example.data) return <LoadingState rows={4} />
  const { headers, body } = example.data
  if (kind !== 'generic')
    return (
      <div className="sy-column sy-gap-3 ms-hook-example">
        <p className="sy-note">{t('webhooks.exampleGroup')}</p>
        <div className="ms-preview-robot">
          <p>{groupText(body)}</p>
        </div>
      </div>
    )
  return (
    <div className="sy-column sy-gap-3 ms-hook-example">
      <p className="sy-note">{t('webhooks.exampleSystem')}</p>
      <h3>{t('webhooks.exampleHeaders')}</h3>
      <pre>{headers.map(({ name, value }) => `${name}: ${value}`).join('\n')}</pre>
      <h3>{t('webhooks.exampleBody')}</h3>
      <Typography.Paragraph copyable={{ text: body }} className="ms-hook-code">
        <pre>{body}</pre>
      </Typography.Paragraph>
      <p className="sy-note">{t('webhooks.exampleAnswer')}</p>
    </div>
  )
}
