import '../live.css'
import { Link, useSearchParams } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { liveState } from '../live-state.ts'
import { CopyForm } from '../manage/CopyForm.tsx'
import { ManagedLives } from '../manage/ManagedLives.tsx'
import { livePaths } from '../paths.ts'
import { useLiveScreen } from '../use-live-screen.ts'
import { ApplyButton } from './Entrance.tsx'

/** The live sessions that the caller holds or manages; `?copy=` opens the form of another one like that. */
export default function ManagePage() {
  const t = useText('live')
  useLiveScreen()
  const { supplier, approvalSwitch } = liveState.use()
  const [address, setAddress] = useSearchParams()
  const copied = address.get('copy')
  const closeCopy = () => {
    const rest = new URLSearchParams(address)
    rest.delete('copy')
    setAddress(rest, { replace: true })
  }
  return (
    <>
      <PageHeader
        title={t('manage.title')}
        description={t('manage.description')}
        back={<Link to={livePaths.home}>{t('detail.back')}</Link>}
        actions={<ApplyButton />}
      />
      <ManagedLives supplier={supplier} approval={approvalSwitch} />
      {copied !== null && (
        <CopyForm key={copied} id={copied} supplier={supplier} approval={approvalSwitch} onClose={closeCopy} />
      )}
    </>
  )
}
