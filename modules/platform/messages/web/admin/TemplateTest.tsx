import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { call, q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Channel, messages } from '../../contract.ts'

/** Sends the saved texts with the examples to the administrator, by a channel that is set up. */
export function TemplateTest({ code, unsaved }: { code: string; unsaved: boolean }) {
  const t = useText('messages')
  const [channel, setChannel] = useState<Channel>('site')
  const { busy, run } = useAction()
  const { data } = useQuery(q(messages.preferences, {}, { quiet: true }))
  const send = () =>
    run(() => call(messages.testTemplate, { params: { code }, body: { channel } }), { done: t('templates.tested') })
  return (
    <footer className="sy-row sy-wrap sy-gap-3 ms-template-test">
      <span>{t('templates.test')}</span>
      <Select
        aria-label={t('templates.testChannel')}
        style={{ width: 150 }}
        value={channel}
        onChange={setChannel}
        options={(data?.channels ?? []).map((each) => ({
          value: each.channel,
          label: t(`channel.${each.channel}`),
          disabled: !each.available || (each.channel !== 'site' && !each.reachable),
        }))}
      />
      <Button icon={<Icon name="send" size={16} />} loading={busy} disabled={unsaved} onClick={() => void send()}>
        {t('templates.testSend')}
      </Button>
      {unsaved && <span className="sy-faint">{t('templates.saveFirst')}</span>}
    </footer>
  )
}
