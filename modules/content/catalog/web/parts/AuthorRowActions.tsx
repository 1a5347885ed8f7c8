import { Button, Dropdown, Modal } from 'antd'
import { Link, useNavigate } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'

const askedActions = ['withdraw', 'take-off-shelf', 'delete'] as const
/** What is asked before it is done. Publishing stands in the editor, beside what is published. */
export type AskedAction = (typeof askedActions)[number]

export type AuthorCalls = { readonly [Action in AskedAction]?: () => Promise<unknown> }
/** Where an action leads. */
export interface AuthorLinks {
  readonly edit: string
  readonly preview?: string
  readonly 'see-progress'?: string
}

interface Props {
  readonly item: { readonly name: string; readonly actions: readonly string[] }
  readonly links: AuthorLinks
  readonly calls: AuthorCalls
  readonly onAsk: (action: AskedAction) => void
}

const shownActions = ['edit', 'see-progress'] as const

/** Exactly what the server says is possible: the most frequent actions beside each other, the rest in a menu. */
export function RowActions({ item: { name, actions }, links, calls, onAsk }: Props) {
  const t = useText('catalog')
  const navigate = useNavigate()
  const addresses: Readonly<Record<string, string | undefined>> = { ...links, publish: links.edit }
  const isAsked = (action: string): action is AskedAction => calls[action as AskedAction] !== undefined
  const rest = actions.filter(
    (action) => (addresses[action] !== undefined || isAsked(action)) && !shownActions.some((shown) => shown === action),
  )
  const choose = (action: string) => {
    const address = addresses[action]
    if (address !== undefined) void navigate(address)
    else if (isAsked(action)) onAsk(action)
  }
  return (
    <span className="managed-row-actions">
      {shownActions.map((action) => {
        const address = addresses[action]
        if (address === undefined || !actions.includes(action)) return null
        return (
          <Link key={action} to={address}>
            {t(`do.${action}`)}
          </Link>
        )
      })}
      {rest.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: rest.map((action) => ({
              key: action,
              label: t(`do.${action}`),
              danger: action === 'delete' || action === 'take-off-shelf',
            })),
            onClick: ({ key }) => choose(key),
          }}
        >
          <Button
            type="text"
            size="small"
            aria-label={t('list.more', { name })}
            icon={<Icon name="more" size={18} />}
          />
        </Dropdown>
      )}
    </span>
  )
}

interface QuestionProps {
  readonly name: string
  readonly action: AskedAction
  /** What follows, where it is not what follows for every kind. */
  readonly consequence: string | undefined
  readonly onConfirm: (() => Promise<unknown>) | undefined
  readonly onClose: () => void
}

export function RowQuestion({ name, action, consequence, onConfirm, onClose }: QuestionProps) {
  const t = useText('catalog')
  const { busy, run } = useAction()
  return (
    <Modal
      open
      title={t(`ask.${action}`)}
      okText={t(`do.${action}`)}
      cancelText={t('ask.cancel')}
      okButtonProps={{ danger: action !== 'withdraw' }}
      confirmLoading={busy}
      onOk={() => void run(async () => onConfirm?.(), { done: t(`done.${action}`), after: onClose })}
      onCancel={onClose}
    >
      <strong>{name}</strong>
      <p>{consequence ?? t(`consequence.${action}`)}</p>
    </Modal>
  )
}
