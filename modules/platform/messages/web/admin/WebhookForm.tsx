import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Form, Input, Radio, Select, Switch } from 'antd'
import { webAddressPattern } from '#kit/schema.ts'
import { call, q } from '#web/api/query.ts'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { messages } from '../../contract.ts'
import { WebhookExample } from './WebhookExample.tsx'
import type { Webhook } from './webhook.ts'

const kinds = ['wecom-robot', 'dingtalk-robot', 'generic'] as const

interface Values {
  readonly kind: Webhook['kind']
  readonly name: string
  readonly url?: string
  readonly secret?: string
  readonly types: string[]
  readonly enabled: boolean
}

interface Props {
  readonly edited: Webhook | 'new' | undefined
  /** Receives the generated secret of a new webhook, which is shown once. */
  readonly onClose: (secret?: string | null) => void
}

export function WebhookForm({ edited, onClose }: Props) {
  const t = useText('messages')
  return (
    <Drawer
      open={edited !== undefined}
      title={t(edited === 'new' ? 'webhooks.add' : 'webhooks.edit')}
      onClose={() => onClose()}
      size={480}
      destroyOnHidden
    >
      {edited !== undefined && <Fields edited={edited} onClose={onClose} />}
    </Drawer>
  )
}

/** Empty fields are not sent, so that address and secret stay. */
const given = (text: string | undefined) => (text?.trim() ? text.trim() : undefined)

function Fields({ edited, onClose }: { edited: Webhook | 'new' } & Pick<Props, 'onClose'>) {
  const t = useText('messages')
  const label = useBilingual()
  const [form] = Form.useForm<Values>()
  const kind = Form.useWatch('kind', form) ?? 'wecom-robot'
  const { busy, run } = useAction()
  const templates = useQuery(q(messages.listTemplates, {}, { quiet: true }))
  const isNew = edited === 'new'
  const save = ({ name, url, secret, types, enabled, ...values }: Values) =>
    run(
      async () => {
        const body = { name, types, enabled, secret: given(secret) }
        if (isNew) {
          const made = await call(messages.createWebhook, {
            body: { ...body, kind: values.kind, url: given(url) ?? '' },
          })
          onClose(made.secret)
        } else {
          await call(messages.changeWebhook, { params: { id: edited.id }, body: { ...body, url: given(url) } })
          onClose()
        }
      },
      { done: t('webhooks.saved') },
    )
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      requiredMark={false}
      initialValues={isNew ? { kind: 'wecom-robot', types: [], enabled: true } : { ...edited, url: '', secret: '' }}
      onFinish={(values) => void save(values)}
    >
      <Form.Item name="kind" label={t('webhooks.kindTitle')}>
        <Radio.Group
          disabled={!isNew}
          options={kinds.map((value) => ({ value, label: t(`webhooks.kind.${value}`) }))}
        />
      </Form.Item>
      <p className="ms-form-hint">{t(`webhooks.steps.${kind}`)}</p>
      <Form.Item
        name="name"
        label={t('webhooks.name')}
        rules={[{ required: true, whitespace: true, message: t('templates.empty') }]}
      >
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="url"
        label={t('webhooks.url')}
        extra={isNew ? undefined : t('webhooks.stays')}
        rules={[
          { required: isNew, message: t('templates.empty') },
          { pattern: new RegExp(webAddressPattern, 'u'), message: t('webhooks.urlWrong') },
        ]}
      >
        <Input maxLength={1000} inputMode="url" autoComplete="off" placeholder={isNew ? 'https://' : edited.url} />
      </Form.Item>
      {kind !== 'wecom-robot' && (
        <Form.Item
          name="secret"
          label={t('webhooks.secret')}
          extra={t(isNew ? `webhooks.secretHint.${kind}` : 'webhooks.stays')}
          rules={[{ min: 8, message: t('webhooks.secretShort') }]}
        >
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      )}
      <Form.Item name="types" label={t('webhooks.types')} extra={t('webhooks.typesHint')}>
        <Select
          mode="multiple"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={t('webhooks.allTypes')}
          options={templates.data?.items.map((row) => ({ value: row.code, label: label(row.label) }))}
        />
      </Form.Item>
      <Form.Item name="enabled" label={t('webhooks.enabled')} extra={t('webhooks.enabledHint')} valuePropName="checked">
        <Switch />
      </Form.Item>
      <details className="ms-hook-details">
        <summary>{t('webhooks.example')}</summary>
        <WebhookExample kind={kind} />
      </details>
      <div className="ms-form-end">
        <Button onClick={() => onClose()}>{t('announce.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('templates.save')}
        </Button>
      </div>
    </Form>
  )
}
