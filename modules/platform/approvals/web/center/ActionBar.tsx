import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type ProcessAction, processActions } from '../../contract/actions.ts'
import type { ProcessDetail } from '../../contract/shapes.ts'
import { approvals } from '../../contract.ts'
import { ActionDialog } from './ActionDialog.tsx'

const icons: Readonly<Record<ProcessAction, IconName>> = {
  agree: 'check',
  refuse: 'close',
  return: 'undo',
  'add-signer': 'plus',
  'hand-over': 'arrow-right',
  resubmit: 'send',
  revise: 'edit',
  remind: 'bell',
  withdraw: 'undo',
  assign: 'user',
}

/** On a phone the menu "More" contains these. */
const minor: readonly ProcessAction[] = ['add-signer', 'hand-over', 'assign']
const danger: readonly ProcessAction[] = ['refuse', 'withdraw']

interface Props {
  readonly process: ProcessDetail
  readonly onChanged: () => void
}

/** The possible actions, from the server, at the bottom of the screen; the first is the primary one. */
export function ActionBar({ process, onChanged }: Props) {
  const t = useText('approvals')
  const navigate = useNavigate()
  const [open, setOpen] = useState<ProcessAction>()
  const { busy, run } = useAction()
  const waits = process.remindableAt !== null && process.remindableAt > Date.now()
  if (process.actions.length === 0) return null
  const remind = () => run(() => call(approvals.remind, { params: { id: process.id } }), { done: t('done.remind') })
  const act = (action: ProcessAction) => {
    if (action === 'remind') void remind()
    else if (action === 'revise') void navigate(process.reviseLink)
    else setOpen(action)
  }
  const major = process.actions.filter((action) => !minor.includes(action))
  const others = process.actions.filter((action) => minor.includes(action))
  const button = (action: ProcessAction, at: number, className?: string) => (
    <Button
      key={action}
      type={at === 0 ? 'primary' : 'default'}
      danger={danger.includes(action)}
      size="large"
      className={className}
      icon={<Icon name={icons[action]} size={16} />}
      loading={action === 'remind' && busy}
      disabled={action === 'remind' && waits}
      onClick={() => act(action)}
    >
      {t(`actions.${action}`)}
    </Button>
  )
  return (
    <div className="sy-flow sy-gap-3 ap-actions" role="toolbar" aria-label={t('actions.label')}>
      {major.map((action, at) => button(action, at))}
      {others.map((action) => button(action, processActions.length, 'sy-wide-only'))}
      {others.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: others.map((action) => ({ key: action, label: t(`actions.${action}`) })),
            onClick: ({ key }) => act(key as ProcessAction),
          }}
        >
          <Button size="large" className="sy-phone-only" aria-label={t('actions.more')} icon={<Icon name="more" />} />
        </Dropdown>
      )}
      {open && (
        <ActionDialog
          key={open}
          action={open}
          process={process}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined)
            onChanged()
          }}
        />
      )}
    </div>
  )
}
