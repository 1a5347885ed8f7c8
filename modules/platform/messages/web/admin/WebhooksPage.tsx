import type { Webhook } from './webhook.ts'
import './deliveries.css'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Modal, Tag, Typography } from 'antd'
import { useState } from 'react'
import type { Output } from '#kit/contract.ts'
import { call, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { DateText } from '#web/ui/DateText.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { notify } from '#web/ui/notify.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { messages } from '../../contract.ts'
import { WebhookDetails } from './WebhookDetails.tsx'
import { WebhookForm } from './WebhookForm.tsx'

const standings = {
  off: 'default',
  unused: 'default',
  queued: 'default',
  sending: 'default',
  sent: 'success',
  failed: 'error',
  suppressed: 'warning',
} as const

type TestResult = Output<typeof messages.testWebhook>

/** Robots in groups of WeCom and DingTalk, and addresses of the company's own programs. */
export default function WebhooksPage() {
  const t = useText('messages')
  const { error, data, isError, refetch } = useQuery(q(messages.listWebhooks))
  const [edited, setEdited] = useState<Webhook | 'new'>()
  const [secret, setSecret] = useState<string>()
  const add = (
    <Button type="primary" icon={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        description={t('webhooks.description')}
        actions={data && data.items.length > 0 && add}
      />
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !isError && <LoadingState shape="cards" rows={3} />}
      {data?.items.length === 0 && (
        <EmptyState title={t('webhooks.empty')} description={t('webhooks.emptyHint')} action={add} />
      )}
      <div className="sy-grid sy-gap-4 ms-hooks">
        {data?.items.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
        ))}
      </div>
      <WebhookForm
        edited={edited}
        onClose={(made) => {
          setEdited(undefined)
          if (made) setSecret(made)
        }}
      />
      {secret !== undefined && <SecretOnce secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}

/** The secret is shown this once; the dialog closes only when it has been kept. */
function SecretOnce({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText('messages')
  const [isKept, setKept] = useState(false)
  return (
    <Modal
      open
      title={t('webhooks.secretTitle')}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      onOk={onClose}
      okButtonProps={{ disabled: !isKept }}
      cancelButtonProps={{ hidden: true }}
      okText={t('webhooks.secretClose')}
    >
      <p>{t('webhooks.secretText')}</p>
      <p>
        <Typography.Text code copyable>
          {secret}
        </Typography.Text>
      </p>
      <Checkbox checked={isKept} onChange={({ target }) => setKept(target.checked)}>
        {t('webhooks.secretKept')}
      </Checkbox>
    </Modal>
  )
}

function WebhookCard({ webhook, onEdit }: { webhook: Webhook; onEdit: () => void }) {
  const t = useText('messages')
  const { id, kind, name, url, enabled, lastState, lastAt } = webhook
  const [result, setResult] = useState<TestResult>()
  const [isOpen, setOpen] = useState(false)
  const { busy, run } = useAction()
  const test = () =>
    run(async () => {
      setResult(await call(messages.testWebhook, { params: { id } }))
    })
  const remove = async () => {
    await call(messages.deleteWebhook, { params: { id } })
    notify('success', t('webhooks.removed'))
  }
  const standing = !enabled ? 'off' : (lastState ?? 'unused')
  return (
    <article className="sy-column sy-gap-3 sy-card ms-hook" aria-label={name}>
      <div className="sy-row sy-gap-3 ms-hook-head">
        <span className="ms-hook-sign">
          <Icon name={kind === 'generic' ? 'link' : 'community'} />
        </span>
        <h2>{name}</h2>
        <Tag color={standings[standing]}>{t(`webhooks.standing.${standing}`)}</Tag>
      </div>
      <Facts
        shape="rows"
        items={[
          [t('webhooks.kindTitle'), t(`webhooks.kind.${kind}`)],
          [t('webhooks.types'), <TypeNames key="types" types={webhook.types} />],
          [t('webhooks.host'), new URL(url).host],
          [
            t('webhooks.last'),
            lastAt === null ? t('webhooks.never') : <DateText key="last" value={lastAt} style="relative" />,
          ],
        ]}
      />
      {result && (
        <p className="ms-hook-answer" role="status" data-ok={result.ok}>
          {t(result.ok ? 'webhooks.testOk' : 'webhooks.testFailed')}
          {result.answer !== '' &&
            ` · ${result.answer === 'address refused' ? t('webhooks.addressRefused') : result.answer}`}
        </p>
      )}
      <div className="sy-actions">
        <Button size="small" onClick={() => setOpen(true)}>
          {t('webhooks.details')}
        </Button>
        <Button size="small" loading={busy} onClick={() => void test()}>
          {t('webhooks.test')}
        </Button>
        <Button size="small" onClick={onEdit}>
          {t('webhooks.edit')}
        </Button>
        <ConfirmButton
          size="small"
          danger
          question={t('webhooks.removeQuestion', { name })}
          consequence={t('webhooks.removeConsequence')}
          onConfirm={remove}
        >
          {t('webhooks.remove')}
        </ConfirmButton>
      </div>
      {isOpen && <WebhookDetails webhook={webhook} onClose={() => setOpen(false)} />}
    </article>
  )
}

function TypeNames({ types }: { types: readonly string[] }) {
  const t = useText('messages')
  const label = useBilingual()
  const { data } = useQuery(q(messages.listTemplates, {}, { quiet: true }))
  if (types.length === 0) return t('webhooks.allTypes')
  const rows = data?.items.filter((each) => types.includes(each.code)) ?? []
  return rows.map((row) => label(row.label)).join(t('webhooks.comma'))
}
