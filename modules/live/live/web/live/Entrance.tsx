import { useState } from 'react'
import { Link } from 'react-router'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { useAction } from '#web/ui/use-action.ts'
import { live } from '../../contract.ts'
import { ApplyModal } from '../form/ApplyModal.tsx'
import { liveState } from '../live-state.ts'
import { livePaths } from '../paths.ts'
import { supplierOf } from '../supplier.ts'

/** The entrance to the caller's own live sessions: manage and apply. */
export function Entrance() {
  const t = useText('live')
  return (
    <>
      <Link className="sy-button sy-button-plain" to={livePaths.manage}>
        <Icon name="settings" size={18} />
        {t('home.manage')}
      </Link>
      <ApplyButton />
    </>
  )
}

/** Opens the form of a new live session. */
export function ApplyButton() {
  const t = useText('live')
  const kit = useText('kit')
  const { supplier, approvalSwitch } = liveState.use()
  const [isApplying, setIsApplying] = useState(false)
  const { busy, run } = useAction()
  const apply = () =>
    run(async () => {
      // Checked at each click, because an administrator may have closed the entrance a moment ago (LIVE-104, LIVE-105).
      const known = await call(live.supplier, {}, { cache: 0 })
      liveState.set({ supplier: supplierOf(known.liveSupply), approvalSwitch: known.approvalSwitch, mode: 'detail' })
      if (!known.entranceOpen) notify('error', kit('ui.live-not-enabled'))
      else if (known.mayApply) setIsApplying(true)
      else notify('error', t('home.notAllowed'))
    })
  return (
    <>
      <button type="button" className="sy-button" aria-busy={busy} onClick={() => void apply()}>
        <Icon name="live" size={18} />
        {t('home.apply')}
      </button>
      {isApplying && (
        <ApplyModal mode="detail" supplier={supplier} approval={approvalSwitch} onClose={() => setIsApplying(false)} />
      )}
    </>
  )
}
