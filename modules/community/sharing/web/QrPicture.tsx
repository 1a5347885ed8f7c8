import { QRCodeCanvas } from '@rc-component/qrcode'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useRef } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { sharing } from '../contract.ts'
import { isShortened, type QrLink, qrLink } from './links.ts'
import './sharing.css'

/** The code is drawn large and scaled down, so it is sharp on screens and in print (SYSTEM-131 to SYSTEM-133). */
const drawnPx = 1140
const savedPx = 570
const savedContentPx = 550
/** Fills its frame. */
const fills = { width: '100%', height: '100%' }

export interface QrPictureProps {
  /** A text, or an item: then its QR link. */
  readonly text: string | QrLink
  /** 150 by default, 200 on share pages. */
  readonly sizePx?: 150 | 200
  /** Shows a button that saves the code under this name. */
  readonly saveAs?: string
  readonly label: string
}

/** The text in the QR code: the short link if there is one, else the text itself (SYSTEM-127 to 129). */
export function useQrText(text: string): string | undefined {
  const short = useQuery({
    ...q(sharing.shortLink, { query: { type: 0, longUrl: text } }, { quiet: true, handles: 'all' }),
    enabled: isShortened(text),
  })
  // What has failed once may be asked again, as after each action that is recorded: the code stays meanwhile.
  const hasFailed = short.errorUpdateCount > 0
  return isShortened(text) ? (short.data?.shortUrl ?? (hasFailed ? text : undefined)) : text
}

/** The picture for saving, with a white edge of 10 px on each side. */
function savedPicture(drawn: HTMLCanvasElement): HTMLCanvasElement {
  const picture = document.createElement('canvas')
  picture.width = savedPx
  picture.height = savedPx
  const context = picture.getContext('2d')
  if (!context) return drawn
  const edge = (savedPx - savedContentPx) / 2
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, savedPx, savedPx)
  context.drawImage(drawn, edge, edge, savedContentPx, savedContentPx)
  return picture
}

export function savePicture(canvas: HTMLCanvasElement, name: string): void {
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = `${name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ').trim()}.png`
  link.click()
}

export default function QrPicture({ text, sizePx = 150, saveAs, label }: QrPictureProps) {
  const t = useText('sharing')
  const frame = useRef<HTMLDivElement>(null)
  const content = useQrText(typeof text === 'string' ? text : qrLink(location.origin, text))
  const save = () => {
    const drawn = frame.current?.querySelector('canvas')
    if (drawn && saveAs !== undefined) savePicture(savedPicture(drawn), saveAs)
  }
  return (
    <div className="sy-row sy-gap-3 sh-qr">
      <div ref={frame} role="img" aria-label={label} className="sh-qr-frame" style={{ width: sizePx, height: sizePx }}>
        {content === undefined ? (
          <span className="sy-skeleton" />
        ) : (
          <QRCodeCanvas
            aria-hidden
            value={content}
            size={drawnPx}
            level="M"
            fgColor="#14181b"
            bgColor="#ffffff"
            style={fills}
          />
        )}
      </div>
      {saveAs !== undefined && (
        <Button size="small" disabled={content === undefined} onClick={save}>
          {t('qr.save')}
        </Button>
      )}
    </div>
  )
}
