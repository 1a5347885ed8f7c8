import { Button, Input, QRCode } from 'antd'
import { useRef } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import type { EditedSurvey } from '../../contract/authoring.ts'
import { surveys } from '../../contract.ts'
import { surveyPaths } from '../paths.ts'

const shownPx = 140
const savedPx = 560

/** The link for guests with its QR code, as it is published. */
export function GuestLink({ survey: { id, name, guestToken } }: { survey: EditedSurvey }) {
  const t = useText('surveys')
  const code = useRef<HTMLDivElement>(null)
  if (guestToken === null) return <p className="sb-note-box">{t('guest.afterPublishing')}</p>
  const link = `${location.origin}/#${surveyPaths.guest(guestToken)}`
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    notify('success', t('guest.copied'))
  }
  const save = () => {
    const drawn = code.current?.querySelector('canvas')
    const large = document.createElement('canvas')
    large.width = savedPx
    large.height = savedPx
    const context = large.getContext('2d')
    if (!drawn || !context) return
    // Its squares stay sharp at any size.
    context.imageSmoothingEnabled = false
    context.drawImage(drawn, 0, 0, savedPx, savedPx)
    const picture = document.createElement('a')
    picture.href = large.toDataURL('image/png')
    picture.download = `${name}.png`
    picture.click()
  }
  return (
    <div className="sb-guest">
      <div ref={code} role="img" aria-label={t('guest.qr', { name })} className="sb-qr">
        <QRCode value={link} size={shownPx} color="#14181b" bgColor="#ffffff" bordered={false} />
      </div>
      <div className="sy-column sy-gap-3">
        <Input readOnly aria-label={t('guest.link')} value={link} onFocus={({ target }) => target.select()} />
        <span className="sy-row sy-wrap sy-gap-2">
          <Button type="primary" icon={<Icon name="copy" size={16} />} onClick={() => void copy()}>
            {t('guest.copy')}
          </Button>
          <Button icon={<Icon name="download" size={16} />} onClick={save}>
            {t('guest.save')}
          </Button>
          <ConfirmButton
            question={t('guest.renew')}
            consequence={t('guest.renewHint')}
            onConfirm={() => call(surveys.renewGuestLink, { params: { id } })}
          >
            {t('guest.renew')}
          </ConfirmButton>
        </span>
      </div>
    </div>
  )
}
