import { Button } from 'antd'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { columns } from '../../contract.ts'

interface Props {
  readonly column: { readonly id: string; readonly subscribed: boolean; readonly state: 'active' | 'closed' }
  readonly onChanged: () => unknown
}

/** Subscribes to a column, or ends that; a closed column takes no new subscribers. */
export function SubscribeButton({ column, onChanged }: Props) {
  const t = useText('columns')
  const { busy, run } = useAction()
  const { id, subscribed } = column
  const toggle = () =>
    run(
      async () => {
        await call(columns.subscribe, { body: { id, subscribed: !subscribed } })
        await onChanged()
      },
      { done: t(subscribed ? 'unsubscribedDone' : 'subscribedDone') },
    )
  return (
    <Button
      type={subscribed ? 'default' : 'primary'}
      aria-pressed={subscribed}
      loading={busy}
      disabled={!subscribed && column.state === 'closed'}
      onClick={() => void toggle()}
    >
      {t(subscribed ? 'unsubscribe' : 'subscribe')}
    </Button>
  )
}
