import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { NOT_FOUND } from '#kit/errors.ts'
import { approvals } from '#modules/platform/approvals/contract.ts'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import type { Live } from '../../contract/shapes.ts'
import type { LiveAction } from '../../contract/states.ts'
import { bothFamiliesAreOld, liveCalls } from '../calls.ts'
import { livePaths } from '../paths.ts'

/** The business type of live sessions in approvals (LIVE-046). */
const APPROVAL_BUSINESS_TYPE = 2

interface Props {
  readonly live: Live
  readonly approval: boolean
  /** For actions that open over the table. */
  readonly onOpen: (action: 'view' | 'edit' | 'submit' | 'share') => void
}

/** The actions of the live session's state, in the order of the server's table (LIVE-064 to LIVE-070). */
export function ActionButtons({ live, approval, onOpen }: Props) {
  const t = useText('live')
  if (live.actions.length === 0) return <span className="sy-faint">{t('manage.noActions')}</span>
  return (
    <span className="lv-row-actions">
      {live.actions.map((action) => (
        <ActionButton key={action} action={action} live={live} approval={approval} onOpen={onOpen} />
      ))}
    </span>
  )
}

function ActionButton({ action, live, approval, onOpen }: Props & { readonly action: LiveAction }) {
  const t = useText('live')
  const kit = useText('kit')
  const navigate = useNavigate()
  const { busy, run } = useAction()
  const params = { id: live.id }
  const { revoke, republish } = liveCalls(live.supplier)
  const goTo = (path: string) => void navigate(path)
  const toApproval = () =>
    run(
      async () => {
        const businessKey = `${live.id}_${APPROVAL_BUSINESS_TYPE}`
        const input = { params: { businessKey } }
        const { processInstanceId } = await call(approvals.processOfBusiness, input, { handles: [NOT_FOUND] })
        goTo(livePaths.approval(processInstanceId))
      },
      {
        onFailure: (error) => {
          if (isRefusal(error, NOT_FOUND)) notify('info', t('manage.noApproval'))
        },
      },
    )
  const asks = {
    cancel: { question: kit('ui.cancel-confirm'), entry: revoke, done: kit('ui.withdrawn-successfully') },
    republish: { question: kit('ui.republish-confirm'), entry: republish, done: kit('ui.republished-successfully') },
  }
  if (action === 'cancel' || action === 'republish') {
    const { question, entry, done } = asks[action]
    const confirm = async () => {
      await call(entry, { params }, bothFamiliesAreOld)
      notify('success', done)
    }
    return (
      <ConfirmButton size="small" type="link" danger={action === 'cancel'} question={question} onConfirm={confirm}>
        {t(`manage.action.${action}`)}
      </ConfirmButton>
    )
  }
  const press: Readonly<Record<typeof action, () => void>> = {
    start: () => goTo(livePaths.action(live.id, live.supplier)),
    watch: () => goTo(livePaths.detail(live.id, live.supplier)),
    share: () => onOpen('share'),
    view: () => onOpen('view'),
    edit: () => onOpen('edit'),
    // LIVE-072: without the flow nobody could decide.
    submit: () => (approval ? onOpen('submit') : notify('error', kit('ui.approval-flow-off'))),
    'approval-detail': () => void toApproval(),
  }
  return (
    <Button size="small" type="link" loading={busy} onClick={press[action]}>
      {t(`manage.action.${action}`)}
    </Button>
  )
}
