import type { AuthorAction, AuthoredContent } from '#kit/authored-content.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { notify } from '#web/ui/notify.ts'

type AskedAction = Exclude<AuthorAction, 'edit'>

export interface AuthorActionsProps {
  readonly item: Pick<AuthoredContent, 'name' | 'actions'>
  /** The button says that publishing is an application. */
  readonly needsApproval?: boolean
  /** What the buttons call. An action that is left out has no button here. */
  readonly calls: { readonly [Action in AskedAction]?: () => Promise<unknown> }
  /** Changes that are not saved have to be saved first. */
  readonly disabled?: boolean
}

const dangerous: readonly AskedAction[] = ['take-off-shelf', 'discard-changes', 'delete']
const order = ['withdraw', 'discard-changes', 'take-off-shelf', 'delete', 'publish'] as const

/** The buttons of an author: exactly what the server says that the state allows. Each asks before it acts. */
export default function AuthorActions({ item, needsApproval, calls, disabled }: AuthorActionsProps) {
  const t = useText('catalog')
  const wordOf = (action: AskedAction) => (action === 'publish' && needsApproval ? 'apply' : action)
  const shown = order.filter((action) => item.actions.includes(action) && calls[action] !== undefined)
  return (
    <div className="sy-actions">
      {shown.map((action) => (
        <ConfirmButton
          key={action}
          type={action === 'publish' ? 'primary' : 'default'}
          danger={dangerous.includes(action)}
          disabled={disabled}
          aria-label={`${t(`do.${wordOf(action)}`)} ${item.name}`}
          question={`${t(`do.${wordOf(action)}`)} ${item.name}`}
          consequence={t(`consequence.${wordOf(action)}`)}
          confirmText={t(`do.${wordOf(action)}`)}
          onConfirm={async () => {
            await calls[action]?.()
            notify('success', t(`done.${wordOf(action)}`))
          }}
        >
          {t(`do.${wordOf(action)}`)}
        </ConfirmButton>
      ))}
    </div>
  )
}
