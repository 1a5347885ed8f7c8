import './sharing.css'
import { QRCodeCanvas } from '@rc-component/qrcode'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { useSession } from '#web/session.ts'
import { useProductName } from '#web/title.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { notify } from '#web/ui/notify.ts'
import { backgrounds } from './backgrounds.ts'
import type { ShareItem } from './links.ts'
import { drawPoster, posterHeight, posterWidth } from './poster.ts'
import { savePicture, useQrText } from './QrPicture.tsx'

interface Props {
  readonly item: ShareItem
  readonly link: string
  readonly onSaved: () => void
  readonly onClose: () => void
}

async function loadPicture(address: string | undefined): Promise<HTMLImageElement | undefined> {
  if (address === undefined) return undefined
  const picture = new Image()
  picture.src = address
  // A missing picture must not prevent the poster.
  return picture.decode().then(
    () => picture,
    () => undefined,
  )
}

/** Picks one of the six backgrounds, other than the present one (SYSTEM-150). */
function chooseBackground(now?: number): number {
  const others = backgrounds.map((_, at) => at).filter((at) => at !== now)
  return others[Math.floor(Math.random() * others.length)] ?? 0
}

export default function PosterModal({ item, link, onSaved, onClose }: Props) {
  const t = useText('sharing')
  const { user } = useSession()
  const platformName = useProductName()
  const canvas = useRef<HTMLCanvasElement>(null)
  const code = useRef<HTMLDivElement>(null)
  const [background, setBackground] = useState(() => chooseBackground())
  const [drawn, setDrawn] = useState(false)
  const content = useQrText(link)

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    const chosen = backgrounds[background]
    if (content === undefined || !context || !chosen) return
    let current = true
    void Promise.all([loadPicture(item.picture), document.fonts.ready]).then(([cover]) => {
      if (!current) return
      drawPoster(context, {
        background: chosen,
        title: item.title,
        summary: item.summary ?? '',
        invitation: t('poster.invitation', { name: user?.fullName ?? '' }),
        scanHint: t('poster.scanHint'),
        kind: t(`kind.${item.type}`),
        platformName,
        cover,
        coverSize: cover && { width: cover.naturalWidth, height: cover.naturalHeight },
        qr: code.current?.querySelector('canvas') ?? undefined,
      })
      setDrawn(true)
    })
    return () => {
      current = false
    }
  }, [background, content, item, platformName, t, user?.fullName])

  const save = () => {
    if (!canvas.current) return
    savePicture(canvas.current, t('poster.fileName', { title: item.title }))
    notify('success', t('poster.saved'))
    onSaved()
  }
  return (
    <Modal
      open
      centered
      width={460}
      title={t('poster.title')}
      onCancel={onClose}
      footer={
        <div className="sh-poster-actions">
          <Button
            onClick={() => setBackground((now) => chooseBackground(now))}
            icon={<Icon name="refresh" size={16} />}
          >
            {t('poster.another')}
          </Button>
          <Button type="primary" disabled={!drawn} onClick={save} icon={<Icon name="download" size={16} />}>
            {t('poster.download')}
          </Button>
        </div>
      }
    >
      <canvas
        ref={canvas}
        className="sh-poster"
        width={posterWidth}
        height={posterHeight}
        role="img"
        aria-label={t('poster.label', { title: item.title })}
        aria-busy={!drawn}
        data-background={backgrounds[background]?.name}
      />
      <div ref={code} hidden>
        {content !== undefined && (
          <QRCodeCanvas value={content} size={570} level="M" fgColor="#14181b" bgColor="#ffffff" />
        )}
      </div>
    </Modal>
  )
}
